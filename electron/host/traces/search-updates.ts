import type { z } from "zod";
import type { searchUpdate } from "../../../shared/host/traces.ts";
import type { TraceQuery, TraceSearchState } from "../../../shared/trace/trace-types.ts";
import { latestOf } from "./latest-of.ts";
import type { TraceReader } from "./reading/trace-reader.ts";
import { TraceSearch } from "./search/trace-search.ts";
import type { Traces } from "./traces.ts";

/**
 * Starts a search and yields its progress. Ends once all of a complete trace was searched; the search can be read by
 * its id after that.
 */
export async function* searchUpdates(
  traces: Traces,
  reader: TraceReader,
  query: TraceQuery,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof searchUpdate>, void> {
  const states = latestOf<TraceSearchState>(signal);
  const found = new TraceSearch(traces.threads, reader, query, states.push);
  const search = traces.searches.add(found);
  let isWhole = false;
  try {
    for await (const state of states.values) {
      // Traces that the page reads stay open.
      traces.searches.get(search);
      yield { search, state };
      isWhole = state.done && (state.problem !== undefined || (reader.report?.complete ?? false));
      if (isWhole) return;
    }
  } finally {
    if (!isWhole) traces.searches.remove(search);
  }
}
