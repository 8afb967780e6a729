import type { LineMatches, MatchRow, TraceQuery, TraceSearchState } from "../../../shared/trace-types.ts";
import { TimeLimitError } from "../../../shared/workers/worker-client.ts";
import type { StampKind } from "./engine/line-stamp.ts";
import type { PieceMatches } from "./engine/search/search-piece.ts";
import { MatchRows, MatchSet } from "./match-set.ts";
import type { TraceReader, TraceThreads } from "./trace-reader.ts";

/**
 * Milliseconds before the first report and between two reports at first, between two reports at most, and after which new
 * lines are searched. A search that ends before is reported once: drawing what was found takes the processor from it.
 */
const [reportMs, maxReportMs, extendMs] = [200, 500, 200];

/** A search of one trace, which continues with new lines and keeps the trace open until it is closed. */
export class TraceSearch {
  readonly set = new MatchSet();
  readonly #threads: TraceThreads;
  readonly #reader: TraceReader;
  readonly #query: TraceQuery;
  readonly #onState: (state: TraceSearchState) => void;
  readonly #closed = new AbortController();
  readonly #stops: readonly (() => void)[];
  #rows: MatchRows | undefined;
  #line = 0;
  #offset = 0;
  #problem: string | undefined;
  #searched = { bytes: -1, complete: false };
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #began = performance.now();
  #reported = performance.now();
  #hasReported = false;

  constructor(
    threads: TraceThreads,
    reader: TraceReader,
    query: TraceQuery,
    onState: (state: TraceSearchState) => void,
  ) {
    this.#threads = threads;
    this.#reader = reader;
    this.#query = query;
    this.#onState = onState;
    const unsubscribe = reader.changes.subscribe(() => {
      if (!this.#isRunning) this.#timer ??= setTimeout(() => void this.#run(), extendMs);
    });
    this.#stops = [unsubscribe, reader.hold()];
    void this.#run();
  }

  state(): TraceSearchState {
    return {
      matches: this.set.matches,
      lines: this.set.lines,
      scannedLines: this.#line,
      done: this.#problem !== undefined || !this.#hasMore,
      problem: this.#problem,
      density: [...this.set.density(Math.max(this.#line, this.#reader.report?.lines ?? 0))],
    };
  }

  get #hasMore(): boolean {
    const { bytes = 0, complete = false } = this.#reader.report ?? {};
    return bytes > this.#searched.bytes || complete !== this.#searched.complete;
  }

  /** Searches what is indexed and was not searched yet. */
  async #run(): Promise<void> {
    this.#timer = undefined;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#began = performance.now();
    const { signal } = this.#closed;
    // Also while a piece takes long.
    const first = setTimeout(() => !this.#hasReported && this.set.lines > 0 && this.#report(), reportMs);
    try {
      while (this.#hasMore && !signal.aborted && this.#problem === undefined) await this.#runOnce(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#problem = problemOf(error);
    } finally {
      clearTimeout(first);
      this.#isRunning = false;
    }
    if (!signal.aborted) this.#report();
  }

  async #runOnce(signal: AbortSignal): Promise<void> {
    const { bytes = 0, complete = false, stamp = "none" } = this.#reader.report ?? {};
    const extent = {
      path: this.#reader.files.log,
      from: this.#offset,
      size: bytes,
      ended: complete,
      stamp,
      query: this.#query,
      maxHits: 0,
    };
    for await (const found of searchPieces(this.#threads, extent, signal)) {
      this.#add(found);
      if (performance.now() - this.#reported > this.#reportInterval) this.#report();
    }
    this.#searched = { bytes, complete };
  }

  /** Each report is drawn, which takes processor time from the search: the longer it lasts, the fewer there are. */
  get #reportInterval(): number {
    return Math.min(maxReportMs, Math.max(reportMs, (performance.now() - this.#began) / 2));
  }

  #add({ lines, end, matches }: PieceMatches): void {
    for (let i = 0; i < matches.length; i += 2)
      this.set.add(this.#line + (matches[i] ?? 0), matches[i + 1] ?? 0);
    this.#line += lines;
    this.#offset = Math.max(this.#offset, end);
  }

  #report(): void {
    this.#reported = performance.now();
    this.#hasReported = true;
    this.#onState(this.state());
  }

  /** Returns the line numbers of matching lines `from` to `to` (exclusive), counted from 0. */
  lines(from: number, to: number): number[] {
    const found: number[] = [];
    for (
      let line = this.set.nth(from);
      line !== null && found.length < to - from;
      line = this.set.next(line, false)
    )
      found.push(line);
    return found;
  }

  /** Returns the number of matching lines before a matching line; null where the line does not match. */
  rank(line: number): number | null {
    return this.set.has(line) ? this.set.rank(line) : null;
  }

  /** Returns where the lines `from` to `to` (exclusive) match; nowhere where the pattern takes too long. */
  async ranges(from: number, to: number): Promise<LineMatches[]> {
    const { signal } = this.#closed;
    const texts = await this.#reader.shownText(from, to, signal);
    if (this.#problem !== undefined) return [];
    const { threads, release } = this.#threads.lendSearching();
    try {
      return (await threads[0]?.call("ranges", { texts, from, query: this.#query }, { signal })) ?? [];
    } catch (error) {
      if (error instanceof TimeLimitError) return [];
      throw error;
    } finally {
      release();
    }
  }

  /** Returns how many rows there are, and the rows `from` to `to` (exclusive). */
  rows(context: number, from: number, to: number): { total: number; rows: MatchRow[] } {
    const rows = this.#rowsWith(context);
    return { total: rows.count(this.#line), rows: rows.read(from, to, this.#line) };
  }

  rowOf(context: number, line: number): number {
    return this.#rowsWith(context).rowOf(line, this.#line);
  }

  #rowsWith(context: number): MatchRows {
    if (this.#rows?.context !== context) this.#rows = new MatchRows(this.set, context);
    return this.#rows;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    this.#closed.abort();
  }
}

/** Bytes that are searched at once, and pieces that wait in each thread while it searches another one. */
const [pieceBytes, piecesAhead] = [4_194_304, 2];

/** Part of a stored trace to search. */
interface SearchedExtent {
  readonly path: string;
  /** Offset of the beginning of a line. */
  readonly from: number;
  readonly size: number;
  /** There are no more bytes, so that the last line is complete. */
  readonly ended: boolean;
  readonly stamp: StampKind;
  readonly query: TraceQuery;
  /** Matching lines that are returned with their text, in all. */
  readonly maxHits: number;
}

/**
 * Yields what is found in each piece of a stored trace, in order, while the threads search the next ones side by side.
 * Throws where the query is not a pattern, and TimeLimitError where it takes too long.
 */
export async function* searchPieces(
  searching: Pick<TraceThreads, "lendSearching">,
  { path, from, size, ended, stamp, query, maxHits }: SearchedExtent,
  signal: AbortSignal,
): AsyncGenerator<PieceMatches, void> {
  const { threads, release } = searching.lendSearching();
  const stopped = new AbortController();
  const options = { signal: AbortSignal.any([signal, stopped.signal]) };
  const running: Promise<PieceMatches>[] = [];
  let [next, started, hits] = [from, 0, 0];
  const start = () => {
    const thread = threads[started++ % threads.length];
    const piece = { from: next, to: next + pieceBytes, size, ended, stamp, query, maxHits: maxHits - hits };
    next += pieceBytes;
    const found = thread?.call("search", { path, piece }, options);
    // Rejected pieces behind one that throws are not waited for.
    found?.catch(() => undefined);
    if (found) running.push(found);
  };
  try {
    while (running.length > 0 || next < size) {
      while (next < size && running.length < threads.length * piecesAhead) start();
      const found = await running.shift();
      if (!found) return;
      hits += found.hits.length;
      yield found;
    }
  } finally {
    stopped.abort();
    release();
  }
}

/** Returns why a search failed, for the user. */
export function problemOf(error: unknown): string {
  if (error instanceof TimeLimitError) return "The pattern takes too long. Use a simpler one.";
  return error instanceof Error ? error.message : String(error);
}
