import { type RefCallback, useCallback, useRef, useState } from "react";

/**
 * Returns a ref for an element, and the element's width in pixels as it changes; null before it is laid out. For layouts
 * that depend on the room that they have rather than on the window.
 */
export function useWidth(): [ref: RefCallback<HTMLElement>, width: number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    observer.current = null;
    if (!element) return;
    setWidth(element.clientWidth);
    observer.current = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.current.observe(element);
  }, []);
  return [ref, width];
}
