import { Link } from "@tanstack/react-router";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { renderInWorker } from "../../../workers/markdown/markdown-engine.ts";
import styles from "../review.module.css";

/** A comment that the service does not have yet. */
export const QueuedComment = ({ text }: { readonly text: string }) => (
  <div className={styles.thread}>
    <div className={styles.marks}>
      <Badge tone="changed">waits in the outbox</Badge>
      <Link to="/outbox">Outbox</Link>
    </div>
    <CommentText text={text} render={renderInWorker} />
  </div>
);
