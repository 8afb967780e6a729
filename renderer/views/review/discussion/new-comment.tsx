import { useContext, useState } from "react";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { draftKeys, useDraft } from "../../../state/text-draft.ts";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import { ReviewContext } from "../review-context.ts";
import { notifyQueued, usePost } from "./use-post.ts";

/** A comment on the whole. What is typed is kept until the service has it. */
export function NewComment() {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const draft = useDraft(draftKeys.comment(draftKey));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await post({ kind: "note", body: draft.text });
      if (outcome === "waits") notifyQueued();
      draft.clear();
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <CommentForm
      label="Comment"
      text={draft.text}
      onText={draft.setText}
      onSend={() => void send()}
      onDiscard={draft.text === "" ? undefined : draft.clear}
      busy={busy}
      failure={failure}
      preview={(text) => <CommentText text={text} render={renderInWorker} />}
      completions={sources}
    />
  );
}
