import { useEffect, useState } from "react";
import type { SearchState, TraceQuery } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";

/** Milliseconds without a key after which a search begins. */
const restMs = 40;

/** A search with its query. */
export interface FoundMatches {
  readonly query: TraceQuery;
  readonly state: SearchState;
}

/** Searches a log as the query is typed, new lines included; null without a query. */
export function useSearchState(trace: OpenTrace, query: TraceQuery): FoundMatches | null {
  const [found, setFound] = useState<FoundMatches | null>(null);
  const { text, regex, matchCase, word } = query;
  useEffect(() => {
    if (text === "") return setFound(null);
    const wanted = { text, regex, matchCase, word };
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const onState = (state: SearchState) => controller.signal.aborted || setFound({ query: wanted, state });
      trace.search(wanted, onState, controller.signal).catch(() => undefined);
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [trace, text, regex, matchCase, word]);
  return found;
}
