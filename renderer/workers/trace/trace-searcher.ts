import { TimeLimitError } from "../../../shared/workers/time-limit.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import { densityBuckets } from "./search/match-set.ts";
import type { Extent } from "./search/trace-search.ts";
import type { TraceSearchMethods } from "./trace-search.worker.ts";
import type {
  LineMatches,
  MatchRow,
  SearchState,
  TraceFacts,
  TraceQuery,
  TraceSource,
} from "./trace-types.ts";

/** Search in one trace: what it returns is about the last search that was started. */
export interface TraceSearcher {
  /**
   * Searches the whole trace. Calls back as matches are found, also for lines that come later, until `signal` fires;
   * resolves once all that is there was searched. What cannot be searched is the state's `problem`.
   */
  search(query: TraceQuery, onState: (state: SearchState) => void, signal: AbortSignal): Promise<SearchState>;
  /** Line numbers of matching lines, from the `fromMatch`-th on, from 0. */
  matchLines(fromMatch: number, count: number): Promise<number[]>;
  /** The nearest matching line after a line, or before it; null for none. */
  nextMatch(line: number, backwards: boolean): Promise<number | null>;
  /** Where the lines `from` to `to` (exclusive) match. */
  matchesIn(from: number, to: number): Promise<LineMatches[]>;
  /** Matching lines with `context` lines around each: how many rows there are, and those `from` to `to` (exclusive). */
  matchRows(context: number, from: number, to: number): Promise<{ total: number; rows: MatchRow[] }>;
  /** The row of a line among those of `matchRows`. */
  matchRowOf(context: number, line: number): Promise<number>;
}

/** Milliseconds for which a pattern may look through one piece. */
const limitMs = 3_000;
/** Milliseconds after which lines that came are searched. */
const extendMs = 200;

const nothing: SearchState = {
  matches: 0,
  lines: 0,
  scannedLines: 0,
  done: false,
  density: new Uint32Array(densityBuckets),
};

/** Returns the search of a trace, in a worker of its own: a pattern that does not end takes nothing else with it. */
export function createTraceSearcher(
  source: TraceSource,
  facts: () => TraceFacts | undefined,
  plain: (from: number, to: number) => Promise<string[]>,
): TraceSearcher & { extend(): void; stop(): void } {
  const worker = createWorkerClient<TraceSearchMethods>(
    () =>
      new Worker(new URL("./trace-search.worker.ts", import.meta.url), {
        type: "module",
        name: "trace-search",
      }),
    { limitMs },
  );
  /** Ends the search before. */
  let stopLast = () => {};
  let extend = () => {};

  return {
    extend: () => extend(),
    stop() {
      stopLast();
      worker.stop();
    },
    async search(query, onState, signal) {
      stopLast();
      const ended = new AbortController();
      const anySignal = AbortSignal.any([signal, ended.signal]);
      const first = Promise.withResolvers<SearchState>();
      let state = nothing;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let searched = extentOf(facts());
      const onPart = (next: SearchState) => {
        state = next;
        onState(next);
        if (next.done) first.resolve(next);
      };
      const fail = (error: unknown) => {
        if (!anySignal.aborted) {
          state = { ...state, done: true, problem: problemOf(error) };
          onState(state);
        }
        first.resolve(state);
      };
      const extendNow = () => {
        timer = undefined;
        searched = extentOf(facts());
        worker.call("extend", searched, { signal: anySignal }).catch(() => undefined);
      };
      extend = () => {
        const next = extentOf(facts());
        if (next.generation !== searched.generation) {
          // The lines are others now.
          state = nothing;
          begin();
        } else if (next.bytes > searched.bytes || next.complete !== searched.complete)
          timer ??= setTimeout(extendNow, extendMs);
      };
      stopLast = () => {
        clearTimeout(timer);
        extend = () => {};
        ended.abort();
        // What still looks through the trace would make the next search wait.
        if (!state.done) worker.stop();
      };
      function begin(): void {
        searched = extentOf(facts());
        worker.call("start", { source, query, extent: searched }, { signal: anySignal, onPart }).catch(fail);
      }
      begin();
      return first.promise;
    },
    matchLines: (from, count) => worker.call("lines", { from, count }),
    nextMatch: (line, backwards) => worker.call("next", { line, backwards }),
    async matchesIn(from, to) {
      const texts = await plain(from, to);
      return worker.call("ranges", { texts, from });
    },
    matchRows: (context, from, to) => worker.call("rows", { context, from, to }),
    matchRowOf: (context, line) => worker.call("rowOf", { context, line }),
  };
}

const extentOf = (facts: TraceFacts | undefined): Extent => ({
  generation: facts?.generation ?? "",
  bytes: facts?.bytes ?? 0,
  lines: facts?.lines ?? 0,
  complete: facts?.complete ?? false,
});

function problemOf(error: unknown): string {
  if (error instanceof TimeLimitError) return "The pattern takes too long. Use a simpler one.";
  return error instanceof Error ? error.message : String(error);
}
