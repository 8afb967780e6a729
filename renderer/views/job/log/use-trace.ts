import { useLayoutEffect, useMemo, useState } from "react";
import type { TraceSummary } from "../../../../shared/trace/trace-types.ts";
import { type OpenTrace, openTrace } from "../../../api/traces/open-trace.ts";

export interface OpenedTrace {
  readonly trace: OpenTrace | null;
  /** Null until the host has sent a first update. */
  readonly summary: TraceSummary | null;
  readonly retry: () => void;
}

interface State {
  readonly trace: OpenTrace;
  readonly summary: TraceSummary | null;
}

/** Opens the trace of a job while `wanted`, and subscribes to it. */
export function useTrace(accountId: string, project: string, jobId: number, wanted: boolean): OpenedTrace {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State | null>(null);
  // Before the first paint: lines that were prefetched are in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed trace is reopened on request
  useLayoutEffect(() => {
    if (!wanted) return;
    const trace = openTrace({ accountId, project, jobId });
    setState({ trace, summary: null });
    const end = trace.subscribe((summary) => setState({ trace, summary }));
    return () => {
      end();
      trace.close();
      setState(null);
    };
  }, [accountId, project, jobId, wanted, attempt]);
  return useMemo(
    () => ({
      trace: state?.trace ?? null,
      summary: state?.summary ?? null,
      retry: () => setAttempt((count) => count + 1),
    }),
    [state],
  );
}
