import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";
import { addText } from "./text-draft.ts";

const line = z.object({ oldLine: z.int().nullable(), newLine: z.int().nullable() });

export const lineDraft = z.object({
  key: z.string(),
  /** Path of the file before and after the change. */
  oldPath: z.string(),
  newPath: z.string(),
  first: line,
  last: line,
  text: z.string(),
  /** Commits of the merge request's version that the lines belong to; null on a commit. */
  version: z.object({ base: z.string(), start: z.string(), head: z.string() }).nullable(),
  /** Thread that is replied to. */
  thread: z.string().nullable(),
  /** Whether it belongs to a review that is submitted as a whole. */
  pending: z.boolean(),
});
/** A draft of a comment on lines of a change, or in a thread. */
export type LineDraft = z.output<typeof lineDraft>;

/** Drafts by the key of their commit or merge request. */
const drafts = createStoredValues("drafts", "line-drafts", z.array(lineDraft), []);

export const useLineDrafts = (draftKey: string): readonly LineDraft[] =>
  useStoredValue(drafts, draftKey).value;

/** Adds a draft, or replaces the one of its key. */
export const putLineDraft = (draftKey: string, draft: LineDraft): void =>
  drafts.change(draftKey, (list) =>
    list.some(({ key }) => key === draft.key)
      ? list.map((known) => (known.key === draft.key ? draft : known))
      : [...list, draft],
  );

/** Restores a draft that was discarded: where its lines have another one since, its text is added to that one. */
export const restoreLineDraft = (draftKey: string, draft: LineDraft): void =>
  drafts.change(draftKey, (list) =>
    list.some(({ key }) => key === draft.key)
      ? list.map((now) => (now.key === draft.key ? { ...now, text: addText(now.text, draft.text) } : now))
      : [...list, draft],
  );

export const removeLineDraft = (draftKey: string, key: string): void =>
  drafts.change(draftKey, (list) => list.filter((draft) => draft.key !== key));
