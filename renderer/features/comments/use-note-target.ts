import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Returns the number of the comment that the address names, as in `#note_12`; null for none. */
export const useTargetNote = (): number | null =>
  useLocation({ select: ({ hash }) => Number(/^note_(\d{1,15})$/.exec(hash)?.[1] ?? Number.NaN) || null });

interface NoteTarget {
  /** Of the comment's element. */
  readonly element: RefObject<HTMLElement | null>;
  /** Whether the address names the comment. */
  readonly isTarget: boolean;
}

/** Scrolls to a comment and focuses it where the address names it. */
export function useNoteTarget(id: number | undefined): NoteTarget {
  const element = useRef<HTMLElement>(null);
  const isTarget = useTargetNote() === (id ?? Number.NaN);
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: "center" });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return { element, isTarget };
}
