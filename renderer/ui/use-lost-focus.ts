import { useEffect, useRef } from "react";

/**
 * Moves the focus to an element when a change of `state` has removed what had it: the keyboard would start from the
 * window's beginning.
 */
export function useLostFocus(state: unknown, target: () => HTMLElement | null): void {
  const before = useRef(state);
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) latest.current()?.focus({ preventScroll: true });
  }, [state]);
}
