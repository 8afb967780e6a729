import { createCommitComment } from "../../../../shared/api/resources/commits.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CommentForm } from "../../../features/comments/comment-form.tsx";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import {
  type LineDraft,
  putLineDraft,
  removeLineDraft,
  restoreLineDraft,
} from "../../../state/line-drafts.ts";
import styles from "./comments.module.css";

interface LineCommentFormProps {
  readonly project: string;
  readonly sha: string;
  /** Key under which the commit's drafts are stored. */
  readonly draftKey: string;
  readonly draft: LineDraft;
}

/** The form of a comment on a line. */
export function LineCommentForm({ project, sha, draftKey, draft }: LineCommentFormProps) {
  const sources = useReferenceSources(project);
  const write = useWrite();
  const { newLine, oldLine } = draft.last;
  const side = newLine === null ? "old" : "new";
  const line = newLine ?? oldLine ?? 1;
  const remove = () => removeLineDraft(draftKey, draft.key);
  const send = async () => {
    const path = side === "old" ? draft.oldPath : draft.newPath;
    const note = draft.text.trim();
    await write(createCommitComment, { id: project, sha, note, path, line, line_type: side });
    remove();
  };
  return (
    <div className={styles.lineComment}>
      <CommentForm
        label={`Comment on ${side === "old" ? "old line" : "line"} ${line}`}
        text={draft.text}
        onText={(text) => putLineDraft(draftKey, { ...draft, text })}
        onSend={send}
        onDiscard={remove}
        onRestore={() => restoreLineDraft(draftKey, draft)}
        sources={sources}
        rows={3}
        autoFocus
      />
    </div>
  );
}
