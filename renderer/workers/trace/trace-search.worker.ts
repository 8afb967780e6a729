import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import { matchPattern } from "./search/match-pattern.ts";
import { searchSource } from "./search/search-source.ts";
import { type Extent, TraceSearch } from "./search/trace-search.ts";
import { traceHost } from "./trace-host.ts";
import type {
  LineMatches,
  MatchRow,
  SearchState,
  TraceHits,
  TraceQuery,
  TraceSource,
} from "./trace-types.ts";

/** The last search that began. */
let current: TraceSearch | undefined;

function search(): TraceSearch {
  if (!current) throw new Error("Nothing is searched for");
  return current;
}

interface SearchInput {
  readonly source: TraceSource;
  readonly query: TraceQuery;
  readonly extent: Extent;
}

/** Traces that are read side by side. */
const atOnce = 3;

const methods = {
  /** Searches several traces, and emits what is found in each. Throws where the query is no pattern. */
  async searchSources(
    { sources, query }: { sources: readonly TraceSource[]; query: TraceQuery },
    { signal, emit }: WorkerCall<TraceHits>,
  ): Promise<void> {
    const pattern = matchPattern(query);
    const waiting = [...sources];
    const next = async (): Promise<void> => {
      for (let source = waiting.shift(); source; source = waiting.shift()) {
        const of = source;
        await searchSource(traceHost(of), pattern, (found) => emit({ source: of, ...found }), signal);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  },
  /** Searches what is there and emits how far it came, until it is canceled. Throws where the query is no pattern. */
  async start(
    { source, query, extent }: SearchInput,
    { signal, emit }: WorkerCall<SearchState>,
  ): Promise<void> {
    current = new TraceSearch(traceHost(source), query, extent, emit);
    await current.search(extent, signal);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
  /** Searches what came since then. */
  extend: (extent: Extent, { signal }: WorkerCall): Promise<void> => search().search(extent, signal),
  lines: ({ from, count }: { from: number; count: number }): number[] => search().lines(from, count),
  next: ({ line, backwards }: { line: number; backwards: boolean }): number | null =>
    search().set.next(line, backwards),
  ranges: ({ texts, from }: { texts: readonly string[]; from: number }): LineMatches[] =>
    search().ranges(texts, from),
  rows: ({
    context,
    from,
    to,
  }: {
    context: number;
    from: number;
    to: number;
  }): { total: number; rows: MatchRow[] } => search().rows(context, from, to),
  rowOf: ({ context, line }: { context: number; line: number }): number => search().rowOf(context, line),
};

export type TraceSearchMethods = typeof methods;

defineWorker(methods);
