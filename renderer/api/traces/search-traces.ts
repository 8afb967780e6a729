import { searchedTrace, tracesSearchPath } from "../../../shared/host/traces.ts";
import type { TraceHits, TraceQuery, TraceSource } from "../../../shared/trace/trace-types.ts";
import { hostFetch } from "../host.ts";
import { jsonLinesOf } from "./trace-requests.ts";

/**
 * Searches several traces, such as those of all jobs of a pipeline. Calls back for each as its matches are found, with
 * `done` at the end. Rejects with `AbortError` once `signal` fires, where the query is not a pattern, and where the
 * pattern takes too long.
 */
export async function searchTraces(
  sources: readonly TraceSource[],
  query: TraceQuery,
  onHit: (hits: TraceHits) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await hostFetch(tracesSearchPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sources, query }),
    signal,
  });
  for await (const found of jsonLinesOf(searchedTrace, response)) {
    if (!("source" in found)) throw new Error(found.problem);
    onHit(found);
  }
}
