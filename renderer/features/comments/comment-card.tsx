import type { ReactNode } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./comment.module.css";

export interface CommentCardProps {
  readonly author: string;
  readonly time: string | null | undefined;
  /** After the time: the position, or that the comment was edited. */
  readonly meta?: ReactNode;
  /** At the right: edit, delete. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A comment with its author, time and actions. */
export function CommentCard({ author, time, meta, actions, children }: CommentCardProps) {
  return (
    <article className={styles.card} aria-label={`Comment by ${author}`}>
      <Avatar name={author} size={24} />
      <div className={styles.words}>
        <div className={styles.cardHead}>
          <div className={styles.meta}>
            <strong>{author}</strong>
            {time ? <RelativeTime time={time} /> : null}
            {meta}
          </div>
          <span className={styles.cardActions}>{actions}</span>
        </div>
        {children}
      </div>
    </article>
  );
}
