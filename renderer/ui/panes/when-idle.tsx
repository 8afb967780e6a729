import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Milliseconds after which a page counts as idle even when it never is. */
const maxWaitMs = 500;

/** Returns whether the page has been idle since the component was mounted. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setIdle(true)), { timeout: maxWaitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}

interface WhenIdleProps {
  readonly children: ReactNode;
  /** The children are needed: render them now. */
  readonly now?: boolean;
}

/** Renders its children once the page is idle, or once they are needed. */
export function WhenIdle({ children, now = false }: WhenIdleProps) {
  const idle = useIdle();
  const [needed, setNeeded] = useState(now);
  useEffect(() => {
    // Stays mounted when `now` becomes false.
    if (now) setNeeded(true);
  }, [now]);
  return idle || needed ? children : null;
}
