import { startTransition, useEffect, useState } from "react";

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
