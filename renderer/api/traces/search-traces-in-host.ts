import { traceReads, traceRoutes } from "../../../shared/host/traces.ts";
import type {
  LineMatches,
  MatchRow,
  TraceHits,
  TraceQuery,
  TraceSearchState,
  TraceSource,
  TraceSummary,
} from "../../../shared/trace-types.ts";
import { callHost, toProblem } from "../fetch-host.ts";
import { pathOfTrace, readLines } from "./trace-requests.ts";

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
  const path = pathOfTrace(source);
  /** Ends the previous search. */
  let stopLast = () => {};
  let restart = (_: TraceSummary) => {};
  /** Searches again what is searched. */
  let renew = () => {};
  /** Id of the running search. */
  let current = Promise.withResolvers<string>();

  /** Reads from the running search. One that the host has closed, since it was not used for long, is begun again. */
  async function readSearch<T>(read: (search: string) => Promise<T>): Promise<T> {
    const requested = current;
    const search = await requested.promise;
    return read(search).catch(async (error: unknown) => {
      if (toProblem(error).code !== "not_found") throw error;
      if (requested === current) renew();
      if (requested === current) throw error;
      return read(await current.promise);
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
        const address = { ...path, generation: searched, ...query };
        for await (const update of readLines(traceRoutes.search, address, { signal: stop })) {
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
    matchLines: (from, count) =>
      readSearch((search) => callHost(traceReads.matchLines, { ...path, search, from, to: from + count })),
    nextMatch: (line, backwards) =>
      readSearch((search) => callHost(traceReads.nextMatch, { ...path, search, line, backwards })),
    matchRank: (line) => readSearch((search) => callHost(traceReads.matchRank, { ...path, search, line })),
    matchesIn: (from, to) =>
      readSearch((search) => callHost(traceReads.matchRanges, { ...path, search, from, to })),
    matchRows: (context, from, to) =>
      readSearch((search) => callHost(traceReads.matchRows, { ...path, search, context, from, to })),
    matchRowOf: (context, line) =>
      readSearch((search) => callHost(traceReads.matchRow, { ...path, search, context, line })),
  };
}

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
  const init = {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sources, query }),
    signal,
  };
  for await (const found of readLines(traceRoutes.searchAll, {}, init)) {
    if (!("source" in found)) throw new Error(found.problem);
    onHit(found);
  }
}
