import { toProblem } from "../../api/fetch-host.ts";
import { changePreferences, type Preferences, usePreferences } from "../../state/preferences.ts";
import type { DiffLook } from "../../ui/diff/diff-model.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** Changes preferences at once, and notifies the user when they could not be stored. */
export const savePreferences = (patch: Partial<Preferences>): void =>
  void changePreferences(patch).catch((error: unknown) =>
    toast.problem("The setting could not be saved; it applies until you quit", toProblem(error)),
  );

const diffActions = {
  onMode: (mode) => savePreferences({ diff: mode }),
  onWrap: (wrap) => savePreferences({ diffWrap: wrap }),
} satisfies Partial<DiffLook>;

/** Returns how diffs are drawn, and what stores another choice: the props of every diff. */
export function useDiffLook(): DiffLook {
  const { diff: mode, diffWrap: wrap } = usePreferences();
  return { mode, wrap, ...diffActions };
}
