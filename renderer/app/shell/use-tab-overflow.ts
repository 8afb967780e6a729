import { useEffect, useState } from "react";

/**
 * Returns a ref for the list of tabs, and whether it is too narrow for them. Keeps the active tab in view when tabs
 * are added, removed or resized, or the window is.
 */
export function useTabOverflow(
  count: number,
  activeId: string,
): [(list: HTMLElement | null) => void, boolean] {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again when tabs or the active one change
  useEffect(() => {
    if (!list) return;
    // Called once at the start too, after the page was laid out.
    const observer = new ResizeObserver(() => {
      setOverflows(list.scrollWidth > list.clientWidth + 1);
      const active = list.querySelector("[aria-selected=true]");
      active?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    observer.observe(list);
    for (const tab of list.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [list, count, activeId]);
  return [setList, overflows];
}
