import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { CommentText } from "../../../features/comments/comment-text.tsx";
import { Badge } from "../../../ui/badge.tsx";
import reviewStyles from "../review.module.css";
import styles from "./discussion.module.css";

/** A comment that is in the outbox. */
export const QueuedComment = ({ text }: { readonly text: string }) => (
  <div className={reviewStyles.thread}>
    <div className={styles.marks}>
      <Badge tone="changed">Waiting to send</Badge>
      <AppLink href={hrefs.outbox}>Outbox</AppLink>
    </div>
    <CommentText text={text} />
  </div>
);
