import { useEffect, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import type { TraceDiff } from "../../../api/traces/trace-comparison.ts";
import { useLastSuccess } from "./use-last-success.ts";

export type LogComparisonState =
  /** `share` of the logs read, 0 to 1. */
  | { readonly state: "loading"; readonly share: number | null; readonly other: Job | null }
  | { readonly state: "none" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly state: "ready"; readonly diff: TraceDiff; readonly other: Job };

interface Compared {
  readonly diff: TraceDiff | null;
  readonly share: number | null;
  readonly error: unknown;
}

const begun: Compared = { diff: null, share: null, error: null };

/**
 * Compares a log with that of the last success of the same job, once `isReady`. A new `round` compares again.
 */
export function useLogComparison(
  account: string,
  project: string,
  job: Job,
  trace: OpenTrace,
  isReady: boolean,
  round: number,
): LogComparisonState {
  const success = useLastSuccess(account, project, job);
  const other = success.data ?? null;
  const otherId = other?.id;
  const [compared, setCompared] = useState(begun);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared anew on request
  useEffect(() => {
    setCompared(begun);
    if (otherId === undefined || !isReady) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Compared) => signal.aborted || setCompared(next);
    trace
      .compare(
        { accountId: account, project, jobId: otherId },
        {
          onProgress: (share) => show({ diff: null, share, error: null }),
          // A page may be open for longer than the host holds a comparison.
          onEnded: () => signal.aborted || setAttempt((count) => count + 1),
        },
        signal,
      )
      .then(
        (diff) => show({ diff, share: 1, error: null }),
        (error: unknown) => show({ diff: null, share: null, error }),
      );
    return () => controller.abort();
  }, [trace, account, project, otherId, isReady, round, attempt]);
  if (success.error) {
    return { state: "failed", error: success.error, retry: () => void success.refetch() };
  }
  if (success.data === null) return { state: "none" };
  if (compared.error) {
    return { state: "failed", error: compared.error, retry: () => setAttempt((count) => count + 1) };
  }
  if (!compared.diff || !other) return { state: "loading", share: compared.share, other };
  return { state: "ready", diff: compared.diff, other };
}
