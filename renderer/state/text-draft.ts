import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const drafts = createStoredValues("drafts", "text", z.string(), "");

/**
 * Returns the draft of a key: stored on disk as it is typed, until it is sent or discarded. All users of a key share the
 * text.
 */
export function useDraft(key: string) {
  const { value } = useStoredValue(drafts, key);
  const setText = (next: string) => drafts.change(key, () => next);
  return { text: value, setText, clear: () => setText("") };
}

/** Appends a text to the draft of a key. */
export const addToDraft = (key: string, words: string): void =>
  drafts.change(key, (now) => (now.trim() === "" ? words : `${now.trimEnd()}\n\n${words}`));

/** Keys of the drafts of a review. */
export const draftKeys = {
  /** A general comment on a merge request, by its own draft key. */
  comment: (draftKey: string) => `comment ${draftKey}`,
  reply: (account: string, project: string, iid: number, thread: string) =>
    `reply ${JSON.stringify([account, project, iid, thread])}`,
};
