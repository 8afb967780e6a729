import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** Returns the row that a move from one to another ends at: headings on its way are passed. */
export function pastHeadings(
  from: number,
  to: number,
  count: number,
  isHeading: (index: number) => boolean,
): number {
  const nearest = (step: 1 | -1): number | undefined => {
    for (let index = to; index >= 0 && index < count; index += step) if (!isHeading(index)) return index;
    return undefined;
  };
  return (to < from ? nearest(-1) : nearest(1)) ?? (to < from ? nearest(1) : nearest(-1)) ?? to;
}

/**
 * Index that a key moves to in a list of `count` entries, or null when the key does not move.
 * `page` is the number of rows that fit on screen. Handles arrows, Home, End, Page keys, and j/k where `letters`.
 */
export function movedIndex(
  key: string,
  index: number,
  count: number,
  page: number,
  letters = true,
): number | null {
  if (count === 0) return null;
  const clamp = (value: number) => Math.min(count - 1, Math.max(0, value));
  switch (key) {
    case "ArrowDown":
      return clamp(index + 1);
    case "ArrowUp":
      return clamp(index - 1);
    case "j":
      return letters ? clamp(index + 1) : null;
    case "k":
      return letters ? clamp(index - 1) : null;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "PageDown":
      return clamp(index + page);
    case "PageUp":
      return clamp(index - page);
    default:
      return null;
  }
}

/** Scrolls a list back to its first row, and calls `onFirst`, where `scope` is another one than before. */
export function useFirstRow(
  scroller: RefObject<HTMLElement | null>,
  scope: string | undefined,
  onFirst?: () => void,
): void {
  const shown = useRef(scope);
  const first = useEffectEvent(() => onFirst?.());
  useEffect(() => {
    if (shown.current === scope) return;
    shown.current = scope;
    scroller.current?.scrollTo({ top: 0 });
    first();
  }, [scroller, scope]);
}
