import { toProblem } from "../../api/fetch-host.ts";
import { changePreferences, type Preferences } from "../../state/preferences.ts";
import type { DiffMode } from "../../ui/diff/diff-model.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** Changes preferences at once, and notifies the user when they could not be stored. */
export const savePreferences = (patch: Partial<Preferences>): void =>
  void changePreferences(patch).catch((error: unknown) =>
    toast.problem("The setting could not be saved; it applies until you quit", toProblem(error)),
  );

/** Stores whether diffs are drawn unified or side by side. */
export const saveDiffMode = (mode: DiffMode): void => savePreferences({ diff: mode });
