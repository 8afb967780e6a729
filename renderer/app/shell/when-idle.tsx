import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Milliseconds after which the children render even when the page is never idle. */
const maxWaitMs = 500;

interface WhenIdleProps {
  readonly children: ReactNode;
  /** The children are needed: render them now. */
  readonly now?: boolean;
}

/** Renders its children once the page is idle, or once they are needed. */
export function WhenIdle({ children, now = false }: WhenIdleProps) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setIdle(true)), { timeout: maxWaitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  useEffect(() => {
    // Stays mounted when `now` becomes false.
    if (now) setIdle(true);
  }, [now]);
  return idle ? children : null;
}
