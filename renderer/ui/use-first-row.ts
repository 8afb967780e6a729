import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a list back to its first row, and calls `onFirst`, where `scope` is another one than before. */
export function useFirstRow(
  scroller: RefObject<HTMLElement | null>,
  scope: string | undefined,
  onFirst?: () => void,
): void {
  const shown = useRef(scope);
  const latest = useRef(onFirst);
  latest.current = onFirst;
  useEffect(() => {
    if (shown.current === scope) return;
    shown.current = scope;
    scroller.current?.scrollTo({ top: 0 });
    latest.current?.();
  }, [scroller, scope]);
}
