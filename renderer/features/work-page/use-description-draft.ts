import { useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { addText, useDraft } from "../../state/drafts.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import { changeTask } from "../markdown/change-task.ts";
import { clearMergeDraft } from "../three-way-merge/merge-draft.ts";
import { conflictsOf, mergeRegions, resolve } from "../three-way-merge/three-way.ts";

/** Title and description of a merge request or an issue. */
export type Words = Readonly<Record<"title" | "description", string>>;

/** Thing that is described. */
export interface Described {
  /** Key under which its drafts are stored. */
  readonly draftKey: string;
  /** Its words as they are shown. */
  readonly words: Words;
  /** Reads its words as they are now. Throws ProblemError. */
  readonly read: () => Promise<Words>;
  /** Writes the words that are given. Throws ProblemError. */
  readonly write: (changed: Partial<Words>) => Promise<unknown>;
}

/** Returns the version that a draft has as JSON. */
const readBase = (text: string): Words | null => (text === "" ? null : JSON.parse(text));

/** Returns the key under which the choices of a merge of two descriptions are stored. */
export const mergeKeyOf = (draftKey: string): string => `description ${draftKey}`;

/**
 * Returns the draft of a title and description, stored on disk with the version that was edited, so that what someone
 * else wrote meanwhile is not overwritten: changes of other lines are merged, the same lines are left to the author.
 */
export function useDescriptionDraft({ draftKey, words, read, write }: Described) {
  const title = useDraft(`title ${draftKey}`);
  const description = useDraft(`description ${draftKey}`);
  const began = useDraft(`description-base ${draftKey}`);
  const [started, setStarted] = useState(false);
  const [theirs, setTheirs] = useState<Words | null>(null);
  const close = () => {
    for (const draft of [title, description, began]) draft.clear();
    clearMergeDraft(mergeKeyOf(draftKey));
    setTheirs(null);
    setStarted(false);
  };
  const from = readBase(began.text) ?? words;
  /** Restores what `close` discarded, beside what has been typed since. */
  const restore = () => {
    title.change((now) => (now === "" || now === from.title ? title.text : now));
    description.change((now) => addText(now, description.text, from.description));
    began.change((now) => now || began.text);
  };
  const start = () => {
    setStarted(true);
    began.setText(JSON.stringify(words));
    title.setText(words.title);
    description.setText(words.description);
  };
  const save = async (before: Words) => {
    const mine = { title: title.text.trim() || before.title, description: description.text };
    const now = await read();
    const merged = mergeWords(before, mine, now);
    if (merged === null) return setTheirs(now);
    await write({
      ...(merged.title === now.title ? {} : { title: merged.title }),
      ...(merged.description === now.description ? {} : { description: merged.description }),
    });
    close();
  };
  const changeTaskOf = async (line: number, isDone: boolean) => {
    const shown = words.description;
    const changed = changeTask(shown, line, isDone);
    if (changed === null) return;
    const now = await read();
    if (now.description === shown) await write({ description: changed });
    else
      toast.warning("The task was not changed", {
        description: "Someone else changed the description meanwhile. Reload it, then try again.",
      });
  };
  return {
    /** Changes a task by its line, unless the description is another one by now. A failure is shown as a toast. */
    changeTask: (line: number, isDone: boolean) => {
      changeTaskOf(line, isDone).catch((error: unknown) =>
        toast.problem("The task was not changed", describeProblem(error)),
      );
    },
    open: began.text !== "" || title.text !== "" || description.text !== "",
    isChanged: title.text !== from.title || description.text !== from.description,
    /** Whether it was begun now rather than read from disk. */
    started,
    title,
    description,
    /** Words that were edited. */
    from,
    /** Words that someone else wrote meanwhile, on the same lines; null for none. */
    theirs,
    start,
    close,
    restore,
    /** Saves, unless someone else changed the same meanwhile: then `theirs` is set. Throws ProblemError. */
    save: () => save(from),
    saveOver: () => {
      if (!theirs) return;
      save(theirs).catch((error: unknown) =>
        toast.problem("The description was not saved", describeProblem(error)),
      );
    },
    /** Takes a merged description into the draft, which then is an edit of `theirs`. */
    takeMerged: (text: string) => {
      if (!theirs) return;
      description.setText(text);
      began.setText(JSON.stringify(theirs));
      clearMergeDraft(mergeKeyOf(draftKey));
      setTheirs(null);
    },
  };
}

/** Returns the words of both sides together; null where both changed the title, or the same lines of the description. */
export function mergeWords(before: Words, mine: Words, now: Words): Words | null {
  const isOwn = (name: keyof Words) => now[name] === before[name] || mine[name] === now[name];
  const title = mine.title === before.title ? now.title : isOwn("title") ? mine.title : null;
  if (title === null) return null;
  if (mine.description === before.description) return { title, description: now.description };
  if (isOwn("description")) return { title, description: mine.description };
  const regions = mergeRegions(before.description, mine.description, now.description);
  const description = conflictsOf(regions).length === 0 ? resolve(regions, []) : null;
  return description === null ? null : { title, description };
}
