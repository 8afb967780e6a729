import type { MatchRow } from "../../../shared/trace-types.ts";

/** Lines of one page of the bitmap. */
const pageLines = 65_536;
const pageWords = pageLines / 32;
const densityBuckets = 512;

/** The lines that match, one bit each: ten million of them take little more than a megabyte. */
export class MatchSet {
  /** All matches; a line may have several. */
  matches = 0;
  /** Lines with matches. */
  lines = 0;
  readonly #pages: (Uint32Array | undefined)[] = [];
  /** Matching lines before each page. */
  readonly #before: number[] = [];

  /** Adds a line that is not before those that were added. */
  add(line: number, matches: number): void {
    const page = Math.floor(line / pageLines);
    while (this.#before.length <= page) this.#before.push(this.lines);
    this.#pages[page] ??= new Uint32Array(pageWords);
    const words = this.#pages[page];
    const [word, bit] = [(line % pageLines) >> 5, 1 << (line & 31)];
    if (((words[word] ?? 0) & bit) === 0) this.lines++;
    words[word] = (words[word] ?? 0) | bit;
    this.matches += matches;
  }

  has(line: number): boolean {
    const words = this.#pages[Math.floor(line / pageLines)];
    return words !== undefined && ((words[(line % pageLines) >> 5] ?? 0) & (1 << (line & 31))) !== 0;
  }

  /** Returns how many matching lines are before a line. */
  rank(line: number): number {
    const page = Math.floor(line / pageLines);
    if (page >= this.#before.length) return this.lines;
    const words = this.#pages[page];
    let count = this.#before[page] ?? 0;
    if (!words) return count;
    const last = (line % pageLines) >> 5;
    for (let i = 0; i < last; i++) count += ones(words[i] ?? 0);
    return count + ones((words[last] ?? 0) & ((1 << (line & 31)) - 1));
  }

  /** Returns the `n`-th matching line, from 0; null where there are not so many. */
  nth(n: number): number | null {
    if (n < 0 || n >= this.lines) return null;
    let [low, high] = [0, this.#before.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#before[middle] ?? 0) <= n) low = middle;
      else high = middle - 1;
    }
    let left = n - (this.#before[low] ?? 0);
    for (const line of this.inPage(low)) if (left-- === 0) return line;
    return null;
  }

  /** Returns the nearest matching line after (or before) a line; null where there is none. */
  next(line: number, backwards: boolean): number | null {
    return this.nth(backwards ? this.rank(Math.max(0, line)) - 1 : this.rank(line + 1));
  }

  /** Pages of the bitmap so far. */
  get pages(): number {
    return this.#before.length;
  }

  /** Yields the matching lines of a page. */
  *inPage(page: number): Generator<number> {
    const words = this.#pages[page];
    if (!words) return;
    for (let i = 0; i < pageWords; i++)
      for (let word = words[i] ?? 0; word !== 0; word &= word - 1)
        yield page * pageLines + i * 32 + 31 - Math.clz32(word & -word);
  }

  /** Returns the matching lines in each of {@link densityBuckets} equal parts of `lines` lines. */
  density(lines: number): Uint32Array {
    const buckets = new Uint32Array(densityBuckets);
    let before = 0;
    for (let i = 0; i < densityBuckets; i++) {
      const until = this.rank(Math.ceil(((i + 1) * lines) / densityBuckets));
      buckets[i] = until - before;
      before = until;
    }
    return buckets;
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

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

  /** Returns the number of rows that show the matches in a trace of `lines` lines. */
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
