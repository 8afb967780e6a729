import { type RefObject, useCallback, useEffect, useState } from "react";

/** Pixels drawn above and below the visible part. */
const overscanPx = 400;
/** Height of a row: scrolling within one row draws nothing, so that no frame is late. */
const stepPx = 20;

interface DiffPosition {
  /** Heights between which the list is visible, with a margin. */
  readonly visible: readonly [from: number, to: number];
  /** Reads the position anew, for a change in the same frame. */
  readonly updatePosition: () => void;
}

/** Returns the heights of a list's part that is visible in its scroller; follows scrolling and size. */
export function useDiffPosition(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): DiffPosition {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 1_200]);
  const updatePosition = useCallback(() => {
    const frame = scroller.current;
    if (!frame) return;
    const top = frame.scrollTop - (list.current?.offsetTop ?? 0);
    const from = Math.floor((top - overscanPx) / stepPx) * stepPx;
    const to = Math.ceil((top + frame.clientHeight + overscanPx) / stepPx) * stepPx;
    setVisible((now) => (now[0] === from && now[1] === to ? now : [from, to]));
  }, [scroller, list]);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    frame.addEventListener("scroll", updatePosition, { passive: true });
    // The observer reports the size after the next layout; until then the estimate is used.
    const observer = new ResizeObserver(updatePosition);
    observer.observe(frame);
    return () => {
      frame.removeEventListener("scroll", updatePosition);
      observer.disconnect();
    };
  }, [scroller, updatePosition]);
  return { visible, updatePosition };
}
