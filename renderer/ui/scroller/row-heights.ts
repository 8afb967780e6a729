/**
 * Heights of rows that are one unit high, but for those with a height of their own, such as wrapped lines. Costs memory for
 * the others only.
 */
export class RowHeights {
  readonly unit: number;
  /** Rows of another height than one unit, in order. */
  #rows: number[] = [];
  /** Pixels beyond one unit of each of them. */
  #extras: number[] = [];
  /** Sum of the extras before each of them. */
  #before: number[] = [];
  #extra = 0;

  /** `unit` is the height of a row in pixels. */
  constructor(unit: number) {
    this.unit = unit;
  }

  /** Returns the heights in pixels of `count` rows. */
  static of(count: number, heightOf: (row: number) => number): RowHeights {
    const heights = new RowHeights(count > 0 ? heightOf(count - 1) : 1);
    for (let row = 0; row < count; row++) {
      const extra = heightOf(row) - heights.unit;
      if (extra === 0) continue;
      heights.#rows.push(row);
      heights.#extras.push(extra);
    }
    heights.#sum();
    return heights;
  }

  /** Returns whether all rows are one unit high. */
  get isUniform(): boolean {
    return this.#rows.length === 0;
  }

  /** Returns whether all rows have the heights of another list's rows. */
  isSameAs(other: RowHeights): boolean {
    return (
      this.unit === other.unit &&
      this.#rows.length === other.#rows.length &&
      this.#rows.every((row, at) => row === other.#rows[at] && this.#extras[at] === other.#extras[at])
    );
  }

  /** Height of `count` rows in pixels. */
  total(count: number): number {
    return this.top(count);
  }

  /** Pixels from the beginning of the list to a row. */
  top(row: number): number {
    const at = this.#indexOf(row);
    return row * this.unit + (this.#before[at] ?? this.#extra);
  }

  height(row: number): number {
    const at = this.#indexOf(row);
    return this.unit + (this.#rows[at] === row ? (this.#extras[at] ?? 0) : 0);
  }

  /** The row at a position in pixels. */
  rowAt(position: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = (this.#rows[middle] ?? 0) * this.unit + (this.#before[middle] ?? 0);
      if (top <= position) low = middle + 1;
      else high = middle;
    }
    const last = low - 1;
    const row = this.#rows[last];
    if (row === undefined) return Math.max(0, Math.floor(position / this.unit));
    const below = row * this.unit + (this.#before[last] ?? 0) + this.unit + (this.#extras[last] ?? 0);
    return position < below ? row : row + 1 + Math.floor((position - below) / this.unit);
  }

  /** Sets measured heights in pixels by row; returns whether one of them is new. */
  measure(heights: ReadonlyMap<number, number>): boolean {
    let changed = false;
    for (const [row, height] of heights) {
      const extra = height - this.unit;
      const at = this.#indexOf(row);
      const known = this.#rows[at] === row;
      if ((known ? this.#extras[at] : 0) === extra) continue;
      changed = true;
      if (known && extra === 0) {
        this.#rows.splice(at, 1);
        this.#extras.splice(at, 1);
      } else if (known) this.#extras[at] = extra;
      else {
        this.#rows.splice(at, 0, row);
        this.#extras.splice(at, 0, extra);
      }
    }
    if (changed) this.#sum();
    return changed;
  }

  #sum(): void {
    this.#extra = 0;
    this.#before = this.#extras.map((extra) => {
      const before = this.#extra;
      this.#extra += extra;
      return before;
    });
  }

  /** Index of the first of those rows that is not before `row`. */
  #indexOf(row: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
