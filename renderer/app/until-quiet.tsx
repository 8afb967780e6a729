import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Milliseconds for which a page that reads nothing is seen again: a view may read in steps. */
const restMs = 200;
/** Milliseconds after which a page counts as quiet even when it never is. */
const maxWaitMs = 1_000;

/**
 * Resolves once the page has read and drawn all that its view shows at first. What nobody has asked for is loaded then, so
 * that it takes neither time nor connections from the view.
 */
export async function untilQuiet(client: QueryClient, signal?: AbortSignal): Promise<void> {
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: restMs }));
  const end = performance.now() + maxWaitMs;
  let quiet = 0;
  while (quiet < 2 && performance.now() < end && !signal?.aborted) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    await idle();
    quiet = client.isFetching() === 0 ? quiet + 1 : 0;
  }
}

interface WhenQuietProps {
  readonly children: ReactNode;
  /** The children are needed: render them now. */
  readonly now: boolean;
}

/** Renders its children once the page is quiet, once they are needed, or once the user does something. */
export function WhenQuiet({ children, now }: WhenQuietProps) {
  const client = useQueryClient();
  const [isReady, setReady] = useState(now);
  useEffect(() => {
    // Stays mounted when `now` becomes false.
    if (now) setReady(true);
  }, [now]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const show = () => {
      if (!signal.aborted) startTransition(() => setReady(true));
      stop.abort();
    };
    for (const input of ["keydown", "pointerdown", "drop"])
      addEventListener(input, show, { capture: true, signal });
    void untilQuiet(client, signal).then(show);
    return () => stop.abort();
  }, [client]);
  return isReady ? children : null;
}
