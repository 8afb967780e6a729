import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

const row = 20;
const beyond = 40;
/** Pixels that browsers lay out without losing precision; longer lists are scaled into it. */
const highest = 15_000_000;

export interface ScrolledLines {
  /** Lines that are drawn, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Pixels of the whole list. */
  readonly height: number;
  topOf(line: number): number;
  /** Brings a line into the middle unless it is visible. */
  readonly show: (line: number) => void;
}

/** Which of many lines of one height are in view. Beyond what a browser can lay out, scrolling goes in larger steps. */
export function useScrolledLines(scroller: RefObject<HTMLElement | null>, lines: number): ScrolledLines {
  const [view, setView] = useState({ first: 0, count: 60, top: 0 });
  const full = lines * row;
  const height = Math.min(full, highest);
  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const update = () => {
      const { scrollTop, clientHeight } = frame;
      const reach = Math.max(1, height - clientHeight);
      const part = Math.min(1, scrollTop / reach);
      const first = Math.floor((height === full ? scrollTop : part * (full - clientHeight)) / row);
      setView((now) =>
        now.first === first && (height === full || now.top === scrollTop)
          ? now
          : { first, count: Math.ceil(clientHeight / row) + 1, top: scrollTop },
      );
    };
    update();
    frame.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(frame);
    return () => {
      frame.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [scroller, full, height]);
  const show = useCallback(
    (line: number) => {
      const frame = scroller.current;
      if (!frame) return;
      const { clientHeight } = frame;
      const wanted = line * row;
      const now =
        height === full
          ? frame.scrollTop
          : (frame.scrollTop / (height - clientHeight)) * (full - clientHeight);
      if (wanted >= now && wanted + row <= now + clientHeight) return;
      const target = Math.max(0, Math.min(full - clientHeight, wanted - clientHeight / 2));
      frame.scrollTop = height === full ? target : (target / (full - clientHeight)) * (height - clientHeight);
    },
    [scroller, full, height],
  );
  return {
    from: Math.max(0, view.first - beyond),
    to: Math.min(lines, view.first + view.count + beyond),
    height,
    // Scaled: lines stand around the scroll position rather than where they would in full height.
    topOf: (line) => (height === full ? line * row : view.top + (line - view.first) * row),
    show,
  };
}
