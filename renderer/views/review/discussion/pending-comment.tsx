import { useContext } from "react";
import { toSentPosition } from "../../../features/outbox/send-message.ts";
import { type LineDraft, removeLineDraft, restoreLineDraft } from "../../../state/line-drafts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import reviewStyles from "../review.module.css";
import { CommentBody } from "./comment-body.tsx";
import styles from "./discussion.module.css";

interface PendingCommentProps {
  readonly draft: LineDraft;
  readonly onEdit: () => void;
  /** Called when the comment was discarded, to move the focus. */
  readonly onLeave?: () => void;
}

/** A comment or reply of the review that is not submitted yet. */
export function PendingComment({ draft, onEdit, onLeave }: PendingCommentProps) {
  const { draftKey } = useContext(ReviewContext);
  const discard = () => {
    removeLineDraft(draftKey, draft.key);
    onLeave?.();
    toast.discarded(draft.thread ? "reply" : "comment", () => restoreLineDraft(draftKey, draft));
  };
  return (
    <div className={draft.thread ? undefined : reviewStyles.thread}>
      <div className={styles.marks}>
        <Badge tone="changed">Pending</Badge>
        <Button size="s" variant="ghost" onClick={onEdit}>
          Edit
        </Button>
        <DiscardButton size="s" onClick={discard} />
      </div>
      <CommentBody text={draft.text} position={toSentPosition(draft)} isSent={false} />
    </div>
  );
}
