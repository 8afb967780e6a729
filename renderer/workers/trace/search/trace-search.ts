import { createYield } from "../../diff/yield-to-event-loop.ts";
import type { TraceHost } from "../trace-host.ts";
import type { LineMatches, MatchRow, SearchState, TraceQuery } from "../trace-types.ts";
import { LinePieces } from "./line-pieces.ts";
import { matchLines } from "./match-lines.ts";
import { matchPattern, rangesIn } from "./match-pattern.ts";
import { MatchRows } from "./match-rows.ts";
import { MatchSet } from "./match-set.ts";

/** Bytes that are read at once. */
const pieceBytes = 1_048_576;
/** Milliseconds between two reports. */
const reportMs = 100;
const maxRangesInLine = 1_000;

/** What is there to be searched. */
export interface Extent {
  readonly generation: string;
  readonly bytes: number;
  readonly lines: number;
  readonly complete: boolean;
}

/** Searches a trace that may grow. */
export class TraceSearch {
  readonly set = new MatchSet();
  readonly #host: TraceHost;
  readonly #pattern;
  readonly #onState: (state: SearchState) => void;
  readonly #pieces = new LinePieces();
  #rows: MatchRows | undefined;
  #extent: Extent;
  #read = 0;
  #line = 0;
  #running: Promise<void> | undefined;
  #reported = performance.now();

  /** Throws where the query is no regular expression. */
  constructor(host: TraceHost, query: TraceQuery, extent: Extent, onState: (state: SearchState) => void) {
    this.#host = host;
    this.#pattern = matchPattern(query);
    this.#extent = extent;
    this.#onState = onState;
  }

  state(): SearchState {
    const lines = Math.max(this.#line, this.#extent.lines);
    return {
      matches: this.set.matches,
      lines: this.set.lines,
      scannedLines: this.#line,
      done: this.#read >= this.#extent.bytes,
      density: this.set.density(lines),
    };
  }

  /** Searches what is there now; resolves once it is done. */
  async search(extent: Extent, signal: AbortSignal): Promise<void> {
    this.#extent = extent;
    await this.#running;
    this.#running ??= this.#run(signal).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    this.#onState(this.state());
  }

  async #run(signal: AbortSignal): Promise<void> {
    const turn = createYield();
    const read = (from: number) =>
      this.#host.bytes(
        this.#extent.generation,
        from,
        Math.min(this.#extent.bytes, from + pieceBytes),
        signal,
      );
    let next = read(this.#read);
    while (this.#read < this.#extent.bytes && !signal.aborted) {
      const bytes = await next;
      if (bytes.length === 0) return;
      this.#read += bytes.length;
      // The next bytes come while these are looked through.
      next = read(this.#read);
      next.catch(() => undefined);
      this.#match(this.#pieces.add(bytes));
      if (performance.now() - this.#reported > reportMs) this.#report();
      await turn();
    }
    await next;
    if (this.#extent.complete) this.#match(this.#pieces.finish());
  }

  #match(lines: Uint8Array | null): void {
    if (!lines) return;
    const add = (index: number, matches: number) => this.set.add(this.#line + index, matches);
    this.#line += matchLines(lines, this.#pieces.stamp, this.#pattern, add);
  }

  #report(): void {
    this.#onState(this.state());
    this.#reported = performance.now();
  }

  /** Returns the line numbers of matching lines, from the `from`-th on. */
  lines(from: number, count: number): number[] {
    const first = this.set.nth(from);
    const found: number[] = [];
    for (let line = first; line !== null && found.length < count; line = this.set.next(line, false))
      found.push(line);
    return found;
  }

  /** Returns where texts match, those without a match left out; `from` is the number of the first one. */
  ranges(texts: readonly string[], from: number): LineMatches[] {
    return texts.flatMap((text, i) => {
      const ranges = rangesIn(text, this.#pattern.line, maxRangesInLine);
      return ranges.length > 0 ? [{ line: from + i, ranges }] : [];
    });
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
}
