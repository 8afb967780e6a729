import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Milliseconds after which it is drawn even where the page never rests. */
const maxWaitMs = 500;

/** Draws what the first view does not need, once the page rests. */
export function WhenIdle({ children }: { readonly children: ReactNode }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setIdle(true)), { timeout: maxWaitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle ? children : null;
}
