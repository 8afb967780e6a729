import { useState } from "react";
import { createCommitComment } from "../../../../shared/api/resources/commits.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import { type LineDraft, putLineDraft, removeLineDraft } from "../../../state/line-drafts.ts";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import styles from "../commits.module.css";

interface LineCommentFormProps {
  readonly project: string;
  readonly sha: string;
  /** Where the draft is kept. */
  readonly place: string;
  readonly draft: LineDraft;
}

/** A comment on a line, while it is being written. */
export function LineCommentForm({ project, sha, place, draft }: LineCommentFormProps) {
  const sources = useReferenceSources(project);
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const { newLine, oldLine } = draft.last;
  const side = newLine === null ? "old" : "new";
  const line = newLine ?? oldLine ?? 1;
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const path = side === "old" ? draft.oldPath : draft.newPath;
      await write(createCommitComment, {
        id: project,
        sha,
        note: draft.text.trim(),
        path,
        line,
        line_type: side,
      });
      removeLineDraft(place, draft.key);
    } catch (error) {
      setFailure(describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <div className={styles.lineComment}>
      <CommentForm
        label={`Comment on ${side === "old" ? "old line" : "line"} ${line}`}
        text={draft.text}
        onText={(text) => putLineDraft(place, { ...draft, text })}
        onSend={() => void send()}
        onDiscard={() => removeLineDraft(place, draft.key)}
        busy={busy}
        failure={failure}
        preview={(text) => <CommentText text={text} render={renderInWorker} />}
        completions={sources}
        rows={3}
        autoFocus
      />
    </div>
  );
}
