import type { z } from "zod";
import { searchUpdate, type TraceRead, traceReads } from "../../../shared/host/traces.ts";
import type {
  LineMatches,
  MatchRow,
  TraceQuery,
  TraceSearchState,
  TraceSource,
  TraceSummary,
} from "../../../shared/trace/trace-types.ts";
import { hostFetch, toProblem } from "../host.ts";
import { jsonLinesOf, readTrace, traceRoute } from "./trace-requests.ts";

/** Search in one trace; results are of the last search that was started. */
export interface TraceSearcher {
  /**
   * Searches the whole trace. Calls back as matches are found, also in lines that are added later, until `signal`
   * fires; resolves once all present lines were searched. A failure is the state's `problem`.
   */
  search(
    query: TraceQuery,
    onState: (state: TraceSearchState) => void,
    signal: AbortSignal,
  ): Promise<TraceSearchState>;
  /** Line numbers of matching lines, from the `fromMatch`-th on, from 0. */
  matchLines(fromMatch: number, count: number): Promise<number[]>;
  /** The nearest matching line after a line, or before it; null for none. */
  nextMatch(line: number, backwards: boolean): Promise<number | null>;
  /** Returns the number of matching lines before a matching line; null where the line does not match. */
  matchRank(line: number): Promise<number | null>;
  /** Returns the matches in lines `from` to `to` (exclusive). */
  matchesIn(from: number, to: number): Promise<LineMatches[]>;
  /** Matching lines with `context` lines around each: how many rows there are, and those `from` to `to` (exclusive). */
  matchRows(context: number, from: number, to: number): Promise<{ total: number; rows: MatchRow[] }>;
  /** The row of a line among those of `matchRows`. */
  matchRowOf(context: number, line: number): Promise<number>;
}

const nothing: TraceSearchState = { matches: 0, lines: 0, scannedLines: 0, done: false, density: [] };

/** Returns the search of a trace in the host. `restart` is called with its summary as it changes. */
export function createTraceSearcher(
  source: TraceSource,
  generation: () => string,
): TraceSearcher & { restart(summary: TraceSummary): void; stop(): void } {
  /** Ends the previous search. */
  let stopLast = () => {};
  let restart = (_: TraceSummary) => {};
  /** Searches again what is searched. */
  let renew = () => {};
  /** Id of the running search. */
  let current = Promise.withResolvers<string>();

  /** Reads from the running search. One that the host has closed, since it was not used for long, is begun again. */
  async function readSearch<Q extends z.ZodType, R extends z.ZodType>(
    read: TraceRead<Q, R>,
    query: Readonly<Record<string, string | number | boolean>>,
  ): Promise<z.output<R>> {
    const requested = current;
    const search = await requested.promise;
    return readTrace(source, read, { search, ...query }).catch(async (error: unknown) => {
      if (toProblem(error).code !== "not_found") throw error;
      if (requested === current) renew();
      if (requested === current) throw error;
      return readTrace(source, read, { search: await current.promise, ...query });
    });
  }

  return {
    restart: (summary) => restart(summary),
    stop: () => stopLast(),
    async search(query, onState, signal) {
      stopLast();
      const ended = new AbortController();
      const first = Promise.withResolvers<TraceSearchState>();
      let state = nothing;
      let searched = "";
      let attempt = new AbortController();
      const report = (next: TraceSearchState) => {
        if (signal.aborted || ended.signal.aborted) return;
        state = next;
        onState(next);
        if (next.done) first.resolve(next);
      };
      const run = async (stop: AbortSignal) => {
        const path = traceRoute(source, "search", { generation: searched, ...query });
        for await (const update of jsonLinesOf(searchUpdate, await hostFetch(path, { signal: stop }))) {
          if (stop.aborted) return;
          current.resolve(update.search);
          report(update.state);
        }
      };
      const begin = () => {
        searched = generation();
        attempt = new AbortController();
        const started = Promise.withResolvers<string>();
        current = started;
        started.promise.catch(() => undefined);
        const stop = AbortSignal.any([signal, ended.signal, attempt.signal]);
        // Callers that wait for it would wait forever.
        stop.addEventListener("abort", () => started.reject(stop.reason), { once: true });
        run(stop).catch((error: unknown) => {
          if (stop.aborted) return first.resolve(state);
          started.reject(error);
          report({ ...state, done: true, problem: toProblem(error).message });
        });
      };
      renew = () => {
        attempt.abort();
        state = nothing;
        begin();
      };
      restart = (summary) => {
        // The lines have changed.
        if (summary.generation !== searched) renew();
      };
      stopLast = () => {
        restart = () => {};
        renew = () => {};
        ended.abort();
        first.resolve(state);
      };
      signal.addEventListener("abort", () => first.resolve(state), { once: true });
      begin();
      return first.promise;
    },
    matchLines: (from, count) => readSearch(traceReads.matchLines, { from, to: from + count }),
    nextMatch: (line, backwards) => readSearch(traceReads.nextMatch, { line, backwards }),
    matchRank: (line) => readSearch(traceReads.matchRank, { line }),
    matchesIn: (from, to) => readSearch(traceReads.matchRanges, { from, to }),
    matchRows: (context, from, to) => readSearch(traceReads.matchRows, { context, from, to }),
    matchRowOf: (context, line) => readSearch(traceReads.matchRow, { context, line }),
  };
}
