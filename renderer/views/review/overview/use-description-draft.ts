import { useContext, useState } from "react";
import { z } from "zod";
import {
  getMergeRequest,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useDraft } from "../../../state/text-draft.ts";
import { ReviewContext } from "../review-context.ts";

const base = z.object({ title: z.string(), description: z.string() });
type Words = z.output<typeof base>;

const wordsOf = ({ title, description }: MergeRequest): Words => ({ title, description: description ?? "" });

function readBase(text: string): Words | null {
  try {
    return text === "" ? null : base.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Title and description while they are written anew: on disk as they are typed, with what they began from. What
 * somebody else wrote meanwhile is met, not overwritten.
 */
export function useDescriptionDraft(mergeRequest: MergeRequest) {
  const { project, iid, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const write = useWrite();
  const title = useDraft(`title ${draftKey}`);
  const description = useDraft(`description ${draftKey}`);
  const began = useDraft(`description-base ${draftKey}`);
  const [started, setStarted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const [theirs, setTheirs] = useState<Words | null>(null);
  const target = { id: project, merge_request_iid: iid };
  const close = () => {
    for (const draft of [title, description, began]) draft.clear();
    setFailure(null);
    setTheirs(null);
    setStarted(false);
  };
  /** Puts back what was written before `close`. */
  const restore = () => {
    title.setText(title.text);
    description.setText(description.text);
    began.setText(began.text);
  };
  const start = () => {
    const words = wordsOf(mergeRequest);
    setStarted(true);
    began.setText(JSON.stringify(words));
    title.setText(words.title);
    description.setText(words.description);
  };
  const save = async (over: Words | null) => {
    setBusy(true);
    setFailure(null);
    const from = over ?? readBase(began.text) ?? wordsOf(mergeRequest);
    const mine = { title: title.text.trim() || from.title, description: description.text };
    try {
      const now = wordsOf(await fetchOperation(account, getMergeRequest, target));
      const changed = (name: keyof Words) => mine[name] !== from[name];
      const clashes = (name: keyof Words) =>
        changed(name) && now[name] !== from[name] && now[name] !== mine[name];
      if (clashes("title") || clashes("description")) return setTheirs(now);
      await write(updateMergeRequest, {
        ...target,
        ...(changed("title") ? { title: mine.title } : {}),
        ...(changed("description") ? { description: mine.description } : {}),
      });
      close();
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    open: began.text !== "" || title.text !== "" || description.text !== "",
    /** Begun here and now rather than found on the disk. */
    started,
    title,
    description,
    busy,
    failure,
    /** What somebody else wrote since this was begun; null where nobody did. */
    theirs,
    start,
    close,
    restore,
    save: () => void save(null),
    saveOver: () => {
      if (theirs) void save(theirs);
    },
  };
}
