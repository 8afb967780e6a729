import { useLocation } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { RelativeTime } from "../../ui/values/time.tsx";
import { PersonAvatar } from "../avatars/person-avatar.tsx";
import styles from "./comment.module.css";

interface CommentCardProps {
  /** Number of the comment, by which an address names it. */
  readonly id?: number;
  /** Null for a deleted user. */
  readonly author: { readonly name: string; readonly avatar_url?: string | null } | null | undefined;
  readonly time: string | null | undefined;
  /** After the time: the position, or that the comment was edited. */
  readonly meta?: ReactNode;
  /** Buttons at the right of the head, such as Edit and Delete. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A comment with its author, time and actions. */
export function CommentCard({ id, author, time, meta, actions, children }: CommentCardProps) {
  const { element, isTarget } = useNoteTarget(id);
  const person = author ?? { name: "Deleted user" };
  return (
    <article
      ref={element}
      tabIndex={-1}
      aria-current={isTarget ? "location" : undefined}
      className={styles.card}
      aria-label={`Comment by ${person.name}`}
    >
      <PersonAvatar person={person} size={24} />
      <div className={styles.words}>
        <div className={styles.cardHead}>
          <div className={styles.meta}>
            <strong>{person.name}</strong>
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

/** Returns the number of the comment that the address names, as in `#note_12`; null for none. */
export const useTargetNote = (): number | null =>
  useLocation({ select: ({ hash }) => Number(/^note_(\d{1,15})$/.exec(hash)?.[1] ?? Number.NaN) || null });

interface NoteTarget {
  readonly element: RefObject<HTMLElement | null>;
  /** Whether the address names the comment. */
  readonly isTarget: boolean;
}

/** Scrolls to a comment and focuses it where the address names it. */
function useNoteTarget(id: number | undefined): NoteTarget {
  const element = useRef<HTMLElement>(null);
  const isTarget = useTargetNote() === (id ?? Number.NaN);
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: "center" });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return { element, isTarget };
}
