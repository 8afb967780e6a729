import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { QuietContext, useIsQuiet } from "../api/quiet-context.ts";

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

/** Provides whether the page is quiet: from the end of its start on, or once the user does something. */
export function QuietProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const end = () => {
      if (!signal.aborted) startTransition(() => setQuiet(true));
      stop.abort();
    };
    for (const input of ["keydown", "pointerdown", "drop"])
      addEventListener(input, end, { capture: true, signal });
    void untilQuiet(client, signal).then(end);
    return () => stop.abort();
  }, [client]);
  return <QuietContext value={isQuiet}>{children}</QuietContext>;
}

interface WhenQuietProps {
  readonly children: ReactNode;
  /** The children are needed: render them now. */
  readonly now: boolean;
}

/** Renders its children once the page is quiet, or once they are needed. */
export function WhenQuiet({ children, now }: WhenQuietProps) {
  const isQuiet = useIsQuiet();
  const [wasNeeded, setNeeded] = useState(now);
  useEffect(() => {
    // Stays mounted when `now` becomes false.
    if (now) setNeeded(true);
  }, [now]);
  return isQuiet || wasNeeded ? children : null;
}
