/** Lines of one page of the bitmap. */
export const pageLines = 65_536;
const pageWords = pageLines / 32;
export const densityBuckets = 512;

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
