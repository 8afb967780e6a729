import { useContext, useState } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest, updateMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { changeTask } from "../../../features/markdown/change-task.ts";
import { addText, useDraft } from "../../../state/drafts.ts";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

type Words = Readonly<Record<"title" | "description", string>>;

const wordsOf = ({ title, description }: MergeRequest): Words => ({ title, description: description ?? "" });

/** Returns the version that a draft has as JSON. */
const readBase = (text: string): Words | null => (text === "" ? null : JSON.parse(text));

/**
 * Returns the draft of a title and description, stored on disk with the version that was edited, so that what someone
 * else wrote meanwhile is not overwritten.
 */
export function useDescriptionDraft(mergeRequest: MergeRequest) {
  const { project, iid, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite(updateMergeRequest);
  const title = useDraft(`title ${draftKey}`);
  const description = useDraft(`description ${draftKey}`);
  const began = useDraft(`description-base ${draftKey}`);
  const [started, setStarted] = useState(false);
  const [theirs, setTheirs] = useState<Words | null>(null);
  const target = { id: project, merge_request_iid: iid };
  const close = () => {
    for (const draft of [title, description, began]) draft.clear();
    setTheirs(null);
    setStarted(false);
  };
  const from = readBase(began.text) ?? wordsOf(mergeRequest);
  /** Restores what `close` discarded, beside what has been typed since. */
  const restore = () => {
    title.change((now) => (now === "" || now === from.title ? title.text : now));
    description.change((now) => addText(now, description.text, from.description));
    began.change((now) => now || began.text);
  };
  const start = () => {
    const words = wordsOf(mergeRequest);
    setStarted(true);
    began.setText(JSON.stringify(words));
    title.setText(words.title);
    description.setText(words.description);
  };
  const save = async (before: Words) => {
    const mine = { title: title.text.trim() || before.title, description: description.text };
    const now = wordsOf(await fetchOperation(account, getMergeRequest, target));
    const changed = (name: keyof Words) => mine[name] !== before[name];
    const clashes = (name: keyof Words) =>
      changed(name) && now[name] !== before[name] && now[name] !== mine[name];
    if (clashes("title") || clashes("description")) return setTheirs(now);
    await write({
      ...target,
      title: changed("title") ? mine.title : undefined,
      description: changed("description") ? mine.description : undefined,
    });
    close();
  };
  const changeTaskOf = async (line: number, isDone: boolean) => {
    const shown = wordsOf(mergeRequest).description;
    const description = changeTask(shown, line, isDone);
    if (description === null) return;
    const now = wordsOf(await fetchOperation(account, getMergeRequest, target));
    if (now.description === shown) await write({ ...target, description });
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
    /** Text that someone else wrote meanwhile; null for none. */
    theirs,
    start,
    close,
    restore,
    /** Saves, unless someone else changed it meanwhile: then `theirs` is set. Throws ProblemError. */
    save: () => save(from),
    saveOver: () => {
      if (!theirs) return;
      save(theirs).catch((error: unknown) =>
        toast.problem("The description was not saved", describeProblem(error)),
      );
    },
  };
}
