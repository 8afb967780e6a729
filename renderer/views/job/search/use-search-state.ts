import { useEffect, useState } from "react";
import type { TraceQuery, TraceSearchState } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";

/** A search with its query. */
export interface FoundMatches {
  readonly query: TraceQuery;
  readonly state: TraceSearchState;
}

/** Searches a log at each key, new lines included; the next key ends that search. Null without a query. */
export function useSearchState(trace: OpenTrace, query: TraceQuery): FoundMatches | null {
  const [found, setFound] = useState<FoundMatches | null>(null);
  const { text, regex, matchCase, word } = query;
  useEffect(() => {
    if (text === "") return setFound(null);
    const wanted = { text, regex, matchCase, word };
    const controller = new AbortController();
    const onState = (state: TraceSearchState) =>
      controller.signal.aborted || setFound({ query: wanted, state });
    trace.search(wanted, onState, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [trace, text, regex, matchCase, word]);
  return found;
}
