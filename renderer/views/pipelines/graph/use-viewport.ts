import { type RefObject, useLayoutEffect, useState } from "react";
import type { Viewport } from "./graph-geometry.ts";

/** Pixels rendered around the viewport, and the steps in which they are updated. */
const marginPx = 400;

/** The viewport before the frame is measured: no box is within it. */
const unmeasured: Viewport = { left: -1, top: -1, right: -1, bottom: -1 };

/** Returns the part of a scrolled frame to render; null for all of it, as where `isLarge` is false. */
export function useViewport(frame: RefObject<HTMLElement | null>, isLarge: boolean): Viewport {
  const [view, setView] = useState<Viewport>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isLarge) return setView(null);
    const update = () => {
      const left = Math.floor(element.scrollLeft / marginPx) * marginPx - marginPx;
      const top = Math.floor(element.scrollTop / marginPx) * marginPx - marginPx;
      const right = left + element.clientWidth + 3 * marginPx;
      const bottom = top + element.clientHeight + 3 * marginPx;
      setView((now) =>
        now?.left === left && now.top === top && now.right === right && now.bottom === bottom
          ? now
          : { left, top, right, bottom },
      );
    };
    update();
    element.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [frame, isLarge]);
  return isLarge ? (view ?? unmeasured) : null;
}
