import { type RefObject, useEffect, useState } from "react";

/** Pixels drawn beyond each edge of what is visible. */
const beyond = 400;
/** Pixels of scrolling within which nothing is drawn anew: one row. A little in each frame makes none of them late. */
const step = 20;

/** The heights of a list's part that is visible in its scroller, with a margin; follows scrolling and size. */
export function useDiffPosition(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): readonly [from: number, to: number] {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 1_200]);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const update = () => {
      const top = frame.scrollTop - (list.current?.offsetTop ?? 0);
      const from = Math.floor((top - beyond) / step) * step;
      const to = Math.ceil((top + frame.clientHeight + beyond) / step) * step;
      setVisible((now) => (now[0] === from && now[1] === to ? now : [from, to]));
    };
    frame.addEventListener("scroll", update, { passive: true });
    // The observer reports the size after the next layout; until then the estimate is used.
    const observer = new ResizeObserver(update);
    observer.observe(frame);
    return () => {
      frame.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [scroller, list]);
  return visible;
}
