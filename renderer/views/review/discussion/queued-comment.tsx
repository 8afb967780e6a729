import { Link } from "@tanstack/react-router";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { Badge } from "../../../ui/badge.tsx";
import styles from "../review.module.css";

/** A comment that is in the outbox. */
export const QueuedComment = ({ text }: { readonly text: string }) => (
  <div className={styles.thread}>
    <div className={styles.marks}>
      <Badge tone="changed">Waiting to send</Badge>
      <Link to="/outbox">Outbox</Link>
    </div>
    <CommentText text={text} />
  </div>
);
