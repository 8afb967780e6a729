import { type RefObject, useLayoutEffect, useState } from "react";
import type { Viewport } from "./graph-geometry.ts";

/** Pixels rendered around the viewport, and the steps in which they are updated. */
const margin = 400;

/** Returns the part of a scrolled frame to render; null for all of it, as where `isLarge` is false. */
export function useViewport(frame: RefObject<HTMLElement | null>, isLarge: boolean): Viewport {
  const [view, setView] = useState<Viewport>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isLarge) return setView(null);
    const update = () => {
      const left = Math.floor(element.scrollLeft / margin) * margin - margin;
      const top = Math.floor(element.scrollTop / margin) * margin - margin;
      const right = left + element.clientWidth + 3 * margin;
      const bottom = top + element.clientHeight + 3 * margin;
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
  return view;
}
