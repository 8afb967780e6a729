import { useEffect, useRef } from "react";

/**
 * Moves the focus to an element when a change of `state` has removed the focused one; else the keyboard would start at
 * the top of the window.
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

/** Moves the focus to the view when a row of a list that had it was removed. */
export function useLostRowFocus(rows: readonly unknown[]): void {
  const hadRows = useRef(false);
  useLostFocus(rows, () => (hadRows.current ? document.getElementById("main") : null));
  useEffect(() => {
    hadRows.current = rows.length > 0;
  }, [rows]);
}
