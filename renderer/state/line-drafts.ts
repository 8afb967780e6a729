import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const line = z.object({ oldLine: z.int().nullable(), newLine: z.int().nullable() });

export const lineDraft = z.object({
  key: z.string(),
  /** Path of the file before and after the change. */
  oldPath: z.string(),
  newPath: z.string(),
  first: line,
  last: line,
  text: z.string(),
  /** Commits between which the lines stand, where they are those of a merge request's version. */
  version: z.object({ base: z.string(), start: z.string(), head: z.string() }).nullable(),
  /** Thread that is answered. */
  thread: z.string().nullable(),
  /** Waits for the rest of a review rather than being sent alone. */
  pending: z.boolean(),
});
/** A comment that is being written on lines of a change, or in a thread. */
export type LineDraft = z.output<typeof lineDraft>;

/** Comments in the making by what they are on, such as a commit or a merge request. */
const drafts = createStoredValues("drafts", "line-drafts", z.array(lineDraft), []);

export const useLineDrafts = (place: string): readonly LineDraft[] => useStoredValue(drafts, place).value;

/** Adds a draft, or puts another one in the place of the one of its key. */
export const putLineDraft = (place: string, draft: LineDraft): void =>
  drafts.change(place, (list) =>
    list.some(({ key }) => key === draft.key)
      ? list.map((known) => (known.key === draft.key ? draft : known))
      : [...list, draft],
  );

export const removeLineDraft = (place: string, key: string): void =>
  drafts.change(place, (list) => list.filter((draft) => draft.key !== key));
