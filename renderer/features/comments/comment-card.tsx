import type { ReactNode } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./comment.module.css";
import { useNoteTarget } from "./use-note-target.ts";

export interface CommentCardProps {
  /** Number of the comment, by which an address names it. */
  readonly id?: number;
  readonly author: string;
  readonly time: string | null | undefined;
  /** After the time: the position, or that the comment was edited. */
  readonly meta?: ReactNode;
  /** At the right: edit, delete. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A comment with its author, time and actions. */
export function CommentCard({ id, author, time, meta, actions, children }: CommentCardProps) {
  const { element, isTarget } = useNoteTarget(id);
  return (
    <article
      ref={element}
      tabIndex={-1}
      aria-current={isTarget ? "location" : undefined}
      className={styles.card}
      aria-label={`Comment by ${author}`}
    >
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
