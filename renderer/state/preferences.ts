import { z } from "zod";
import { create } from "zustand";
import { readDocument, writeDocument } from "../api/documents.ts";
import { onForeignDocument } from "./windows/foreign-documents.ts";

/** Look and behaviour of the page; stored on the host's disk. */
export const preferences = z.object({
  theme: z.enum(["system", "light", "dark", "contrast"]).default("system"),
  density: z.enum(["comfortable", "compact"]).default("comfortable"),
  /** Face of the interface: the one that Helve ships, or the system's. */
  font: z.enum(["inter", "system"]).default("inter"),
  /** Pixels of the interface's text. */
  fontSize: z.int().min(11).max(20).default(13),
  /** Pixels of code. */
  codeSize: z.int().min(10).max(24).default(13),
  motion: z.enum(["system", "reduced", "full"]).default("system"),
  wordWrap: z.boolean().default(false),
  /** Wraps the lines of job logs. */
  logWrap: z.boolean().default(false),
  /** Shows when each line of a job log was printed, where the log has the times. */
  logTimes: z.boolean().default(true),
  minimap: z.boolean().default(false),
  showWhitespace: z.boolean().default(false),
  diff: z.enum(["unified", "split"]).default("unified"),
  /** Single letters as shortcuts; off for speech input (WCAG 2.1.4). */
  singleKeys: z.boolean().default(true),
  /** Keys that the user gave to commands, by id, instead of the defaults; none where the list is empty. */
  keys: z.record(z.string(), z.array(z.string())).default({}),
});
export type Preferences = z.output<typeof preferences>;

const key = "interface";

/** The preferences; defaults until {@link loadPreferences} has read them. */
export const usePreferences = create<Preferences>(() => preferences.parse({}));

/** Returns the preferences of code views and editors, as their props. */
export function useCodePreferences() {
  const { codeSize, wordWrap, minimap, showWhitespace } = usePreferences();
  return { fontSize: codeSize, wordWrap, minimap, whitespace: showWhitespace };
}

export async function loadPreferences(): Promise<void> {
  const saved = await readDocument(preferences, "preferences", key);
  if (saved) usePreferences.setState(saved);
}

onForeignDocument("preferences", (changed) => {
  if (changed === null || changed === key) void loadPreferences().catch(() => undefined);
});

/** Changes preferences at once on screen, then on disk. Rejects when they could not be stored. */
export async function changePreferences(patch: Partial<Preferences>): Promise<void> {
  usePreferences.setState(patch);
  await writeDocument("preferences", key, preferences.parse(usePreferences.getState()));
}
