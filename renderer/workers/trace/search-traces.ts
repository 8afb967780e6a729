import { TimeLimitError } from "../../../shared/workers/time-limit.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { TraceSearchMethods } from "./trace-search.worker.ts";
import type { TraceHits, TraceQuery, TraceSource } from "./trace-types.ts";

/** Milliseconds for which a pattern may look through one piece of a trace. */
const limitMs = 3_000;

/**
 * Searches several traces, such as those of all jobs of a pipeline. Calls back for each as its matches are found, with
 * `done` at the end. Rejects with `AbortError` once `signal` fires, with `TimeLimitError` where the pattern takes too
 * long, and where the query is no pattern.
 */
export async function searchTraces(
  sources: readonly TraceSource[],
  query: TraceQuery,
  onHit: (hits: TraceHits) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = createWorkerClient<TraceSearchMethods>(
    () =>
      new Worker(new URL("./trace-search.worker.ts", import.meta.url), {
        type: "module",
        name: "trace-search",
      }),
    { limitMs },
  );
  try {
    await worker.call("searchSources", { sources, query }, { signal, onPart: onHit });
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw Object.assign(new TimeLimitError(limitMs), {
      message: "The pattern takes too long. Use a simpler one.",
    });
  } finally {
    worker.stop();
  }
}
