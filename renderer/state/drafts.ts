import type { TypedDocument } from "../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const drafts = createStoredValues("drafts", "text", "");

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

/** Keys of the drafts of comments on merge requests and issues. */
export const draftKeys = {
  /** A general comment on a merge request, by its own draft key. */
  comment: (draftKey: string) => `comment ${draftKey}`,
  reply: (account: string, project: string, iid: number, thread: string) =>
    `reply ${JSON.stringify([account, project, iid, thread])}`,
  /** A general comment on an issue. */
  issueComment: (account: string, project: string, number: number) =>
    `note ${JSON.stringify([account, { kind: "issue", project, number }])}`,
  /** An edited comment of an issue. */
  issueNote: (account: string, project: string, number: number, note: number) =>
    `edit-note ${JSON.stringify([account, { kind: "issue", project, number }, note])}`,
  issueReply: (account: string, project: string, iid: number, thread: string) =>
    `issue-reply ${JSON.stringify([account, project, iid, thread])}`,
};

/** A draft of a comment on lines of a change, or in a thread. */
export type LineDraft = TypedDocument<"drafts", "line-drafts">["value"][number];

/** Drafts by the key of their commit or merge request. */
const lineDrafts = createStoredValues("drafts", "line-drafts", []);

export const useLineDrafts = (draftKey: string): readonly LineDraft[] =>
  useStoredValue(lineDrafts, draftKey).value;

/** Adds a draft, or replaces the one of its key. */
export const putLineDraft = (draftKey: string, draft: LineDraft): void =>
  lineDrafts.change(draftKey, (list) =>
    list.some(({ key }) => key === draft.key)
      ? list.map((known) => (known.key === draft.key ? draft : known))
      : [...list, draft],
  );

/** Restores a draft that was discarded: where its lines have another one since, its text is added to that one. */
export const restoreLineDraft = (draftKey: string, draft: LineDraft): void =>
  lineDrafts.change(draftKey, (list) =>
    list.some(({ key }) => key === draft.key)
      ? list.map((now) => (now.key === draft.key ? { ...now, text: addText(now.text, draft.text) } : now))
      : [...list, draft],
  );

export const removeLineDraft = (draftKey: string, key: string): void =>
  lineDrafts.change(draftKey, (list) => list.filter((draft) => draft.key !== key));
