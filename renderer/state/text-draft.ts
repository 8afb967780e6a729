import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const drafts = createStoredValues("drafts", "text", z.string(), "");

/**
 * A text that is being written: on disk as it is typed, back after a kill, gone when it was sent or discarded. All who
 * use a key see the same text.
 */
export function useDraft(key: string) {
  const { value } = useStoredValue(drafts, key);
  const setText = (next: string) => drafts.change(key, () => next);
  return { text: value, setText, clear: () => setText("") };
}

/** Puts words below those that are being written under a key. */
export const addToDraft = (key: string, words: string): void =>
  drafts.change(key, (now) => (now.trim() === "" ? words : `${now.trimEnd()}\n\n${words}`));

/** Names of the texts that are written in a review. */
export const draftKeys = {
  /** A comment on the whole, of the review of a place. */
  comment: (place: string) => `comment ${place}`,
  reply: (account: string, project: string, thread: string) =>
    `reply ${JSON.stringify([account, project, thread])}`,
};
