import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows drawn before and after those in view. */
const overscanRows = 40;
/** Pixels that browsers lay out without losing precision; longer lists are scaled into it. */
const maxHeightPx = 15_000_000;

export interface ScrolledRows {
  /** Rows that are drawn, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Pixels of the whole list. */
  readonly height: number;
  topOf(index: number): number;
  /** Scrolls a row to the middle unless it is visible. */
  readonly show: (index: number) => void;
}

/** Returns the rows in view, of many of `row` pixels. Beyond what a browser can lay out, scrolling is scaled. */
export function useScrolledRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  row: number,
): ScrolledRows {
  const [view, setView] = useState({ first: 0, count: 60, top: 0 });
  const full = count * row;
  const height = Math.min(full, maxHeightPx);
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
  }, [scroller, full, height, row]);
  const show = useCallback(
    (index: number) => {
      const frame = scroller.current;
      if (!frame) return;
      const { clientHeight } = frame;
      const wanted = index * row;
      const now =
        height === full
          ? frame.scrollTop
          : (frame.scrollTop / (height - clientHeight)) * (full - clientHeight);
      if (wanted >= now && wanted + row <= now + clientHeight) return;
      const target = Math.max(0, Math.min(full - clientHeight, wanted - clientHeight / 2));
      frame.scrollTop = height === full ? target : (target / (full - clientHeight)) * (height - clientHeight);
    },
    [scroller, full, height, row],
  );
  return {
    from: Math.max(0, view.first - overscanRows),
    to: Math.min(count, view.first + view.count + overscanRows),
    height,
    // Scaled: rows are laid out around the scroll position, not at their full height.
    topOf: (index) => (height === full ? index * row : view.top + (index - view.first) * row),
    show,
  };
}
