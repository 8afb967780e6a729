import { z } from "zod";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const drafts = createStoredValues("drafts", "text", z.string(), "");

/**
 * Returns the draft of a key: stored on disk as it is typed, until it is sent or discarded. All users of a key share the
 * text.
 */
export function useDraft(key: string) {
  const { value } = useStoredValue(drafts, key);
  const change = (next: (now: string) => string) => drafts.change(key, next);
  const setText = (next: string) => change(() => next);
  return { text: value, change, setText, clear: () => setText("") };
}

/** Returns a text with another one below it. `start` is what a form opens with: a text that equals it was not typed. */
export function addText(now: string, words: string, start = ""): string {
  if (now.trim() === "" || now === start) return words;
  return words === start || words.trim() === "" ? now : `${now.trimEnd()}\n\n${words}`;
}

/** Adds a text to the draft of a key, as {@link addText} does. */
export const addToDraft = (key: string, words: string, start?: string): void =>
  drafts.change(key, (now) => addText(now, words, start));

/** Keys of the drafts of a review. */
export const draftKeys = {
  /** A general comment on a merge request, by its own draft key. */
  comment: (draftKey: string) => `comment ${draftKey}`,
  reply: (account: string, project: string, iid: number, thread: string) =>
    `reply ${JSON.stringify([account, project, iid, thread])}`,
};
