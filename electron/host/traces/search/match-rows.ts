import type { MatchRow } from "../../../../shared/trace/trace-types.ts";
import type { MatchSet } from "./match-set.ts";

/** Rows of the pages before a page of the bitmap. */
interface Before {
  readonly rows: number;
  /** The first line that they do not show. */
  readonly shownTo: number;
}

/** Lines around a match that those before it do not show; a gap before them has a row of its own. */
interface Run extends Before {
  readonly from: number;
  readonly to: number;
}

/** Rows of matching lines with their context, and one row for each gap between them. */
export class MatchRows {
  readonly context: number;
  readonly #set: MatchSet;
  readonly #pages: Before[] = [{ rows: 0, shownTo: 0 }];

  constructor(set: MatchSet, context: number) {
    this.#set = set;
    this.context = context;
  }

  /** Returns how many rows there are, of a trace with so many lines. */
  count(lines: number): number {
    const { rows, shownTo } = this.#end(lines);
    return shownTo < lines ? rows + 1 : rows;
  }

  /** Returns the rows `from` to `to` (exclusive). */
  read(from: number, to: number, lines: number): MatchRow[] {
    const result: MatchRow[] = [];
    const end = this.#end(lines);
    let page = Math.max(
      0,
      this.#pages.findLastIndex(({ rows }) => rows <= from),
    );
    for (; page < this.#set.pages && (this.#pages[page]?.rows ?? to) < to; page++) {
      for (const run of this.#runs(page, lines)) {
        if (run.rows >= to) break;
        if (run.rows + run.to - run.shownTo < from && run.from === run.shownTo) continue;
        let row = run.rows;
        if (run.from > run.shownTo && row++ >= from) result.push({ from: run.shownTo, to: run.from });
        for (let line = run.from; line < run.to && row < to; line++)
          if (row++ >= from) result.push({ line, match: this.#set.has(line) });
      }
    }
    if (end.shownTo < lines && end.rows >= from && end.rows < to)
      result.push({ from: end.shownTo, to: lines });
    return result;
  }

  /** Returns the row of a line, or that of the gap in which it is. */
  rowOf(line: number, lines: number): number {
    const end = this.#end(lines);
    const first = this.#pages.findLastIndex(({ shownTo }) => shownTo <= line);
    for (let page = Math.max(0, first); page < this.#set.pages; page++)
      for (const run of this.#runs(page, lines)) {
        if (line < run.from) return run.rows;
        if (line < run.to) return run.rows + (run.from > run.shownTo ? 1 : 0) + line - run.from;
      }
    return end.rows;
  }

  *#runs(page: number, lines: number): Generator<Run> {
    let { rows, shownTo } = this.#pages[page] ?? { rows: 0, shownTo: 0 };
    for (const line of this.#set.inPage(page)) {
      const from = Math.max(shownTo, line - this.context);
      const to = Math.min(lines, line + this.context + 1);
      if (to <= shownTo) continue;
      yield { rows, shownTo, from, to };
      rows += to - from + (from > shownTo ? 1 : 0);
      shownTo = to;
    }
  }

  /** Returns the rows of all pages; the last may still get matches. */
  #end(lines: number): Before {
    const first = Math.max(0, Math.min(this.#pages.length, this.#set.pages) - 1);
    for (let page = first; page < this.#set.pages; page++) {
      let end = this.#pages[page] ?? { rows: 0, shownTo: 0 };
      for (const run of this.#runs(page, lines))
        end = { rows: run.rows + run.to - run.from + (run.from > run.shownTo ? 1 : 0), shownTo: run.to };
      this.#pages[page + 1] = end;
    }
    return this.#pages[this.#set.pages] ?? { rows: 0, shownTo: 0 };
  }
}
