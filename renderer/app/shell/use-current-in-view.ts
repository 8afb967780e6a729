import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref for a list that scrolls: the link of the current page stays in view when the list gets lower. */
export function useCurrentInView(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const isLower = element.clientHeight < height;
      height = element.clientHeight;
      if (isLower) element.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return list;
}
