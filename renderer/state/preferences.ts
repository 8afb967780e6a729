import { create } from "zustand";
import { appearanceDefaults, preferenceDefaults } from "../../shared/documents/interface-defaults.ts";
import type { SingleDocument } from "../../shared/documents/shapes.ts";
import { preferencesKey } from "../../shared/host/start-data.ts";
import { readDocument, writeDocument } from "../api/documents.ts";
import { onForeignDocument } from "./windows/foreign-documents.ts";

/** Look and behaviour of the page; stored on the host's disk. */
export type Preferences = SingleDocument<"preferences", typeof preferencesKey>;

/** The preferences; defaults until {@link loadPreferences} has read them. */
export const usePreferences = create<Preferences>(() => ({ ...appearanceDefaults, ...preferenceDefaults }));

/** Returns the preferences of code views and editors, as their props. */
export function useCodePreferences() {
  const { codeSize, wordWrap, minimap, showWhitespace } = usePreferences();
  return { fontSize: codeSize, wordWrap, minimap, whitespace: showWhitespace };
}

export async function loadPreferences(): Promise<void> {
  const saved = await readDocument("preferences", preferencesKey);
  if (saved) usePreferences.setState(saved);
}

onForeignDocument("preferences", (changed) => {
  if (changed === null || changed === preferencesKey) void loadPreferences().catch(() => undefined);
});

/** Changes preferences at once on screen, then on disk. Rejects when they could not be stored. */
export async function changePreferences(patch: Partial<Preferences>): Promise<void> {
  usePreferences.setState(patch);
  await writeDocument("preferences", preferencesKey, usePreferences.getState());
}
