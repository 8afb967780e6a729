import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Milliseconds after which the children render even when the page is never idle. */
const maxWaitMs = 500;

/** Renders its children once the page is idle. */
export function WhenIdle({ children }: { readonly children: ReactNode }) {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setIdle(true)), { timeout: maxWaitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle ? children : null;
}
