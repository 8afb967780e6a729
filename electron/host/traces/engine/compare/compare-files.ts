import { type CommonLines, compareNumbers } from "../../../../../shared/diff/compare-lines.ts";
import type { TraceDiffFold } from "../../../../../shared/trace-types.ts";
import { TraceFileBytes } from "../trace-bytes.ts";
import { LineNumbers, maxLines } from "./number-lines.ts";

/** A stored trace as far as it is compared. */
export interface ComparedFile {
  readonly path: string;
  readonly size: number;
}

export interface FileComparisonSummary {
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
  /** One of them is so long that only its first lines were compared. */
  readonly cut: boolean;
}

let layout: ComparisonLayout | undefined;

/** Returns the rows of what this thread compared. Throws where it has compared nothing. */
export function openComparison(): ComparisonLayout {
  if (!layout) throw new Error("Nothing was compared");
  return layout;
}

/** Compares two traces line by line; calls back with the share that was read, from 0 to 1. */
export async function compareFiles(
  left: ComparedFile,
  right: ComparedFile,
  onShare: (share: number) => void,
): Promise<FileComparisonSummary> {
  const numbers = new LineNumbers();
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    onShare(read / (left.size + right.size));
  };
  const numberLines = async ({ path, size }: ComparedFile) => {
    const source = new TraceFileBytes(path);
    try {
      return await numbers.read(source, size, onRead);
    } finally {
      source.close();
    }
  };
  const before = await numberLines(left);
  const after = await numberLines(right);
  layout = new ComparisonLayout(compareNumbers(before, after), before.length, after.length);
  const { rows, added, removed } = layout;
  return { rows, added, removed, cut: before.length >= maxLines || after.length >= maxLines };
}

/** Equal lines that are shown on each side of a change. */
const context = 3;

/** Rows of one kind that follow each other; a fold is one row. */
interface Part {
  readonly kind: "equal" | "added" | "removed" | "fold";
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

/** A row without its text. */
export type RowRef =
  | TraceDiffFold
  | {
      readonly kind: "equal" | "added" | "removed";
      readonly left: number | null;
      readonly right: number | null;
    };

/** The rows of a comparison: changes, what surrounds them, and folded lines between. */
export class ComparisonLayout {
  readonly added: number;
  readonly removed: number;
  #rows = 0;
  readonly #parts: Part[] = [];

  /** `left` and `right` are how many lines the sides have. */
  constructor(matches: readonly CommonLines[], left: number, right: number) {
    let [l, r] = [0, 0];
    for (const match of [...matches, { old: left, new: right, length: 0 }]) {
      this.#add("removed", l, r, match.old - l);
      this.#add("added", match.old, r, match.new - r);
      const isLast = match.old + match.length === left && match.new + match.length === right;
      this.#addEqual(match, match.old === 0 && match.new === 0, isLast);
      [l, r] = [match.old + match.length, match.new + match.length];
    }
    const count = (kind: Part["kind"]) =>
      this.#parts.reduce((sum, part) => (part.kind === kind ? sum + part.count : sum), 0);
    this.added = count("added");
    this.removed = count("removed");
  }

  get rows(): number {
    return this.#rows;
  }

  #add(kind: Part["kind"], left: number, right: number, count: number): void {
    if (count <= 0) return;
    this.#parts.push({ kind, row: this.#rows, left, right, count });
    this.#rows += kind === "fold" ? 1 : count;
  }

  #addEqual({ old, new: fresh, length }: CommonLines, isFirst: boolean, isLast: boolean): void {
    const before = isFirst ? 0 : context;
    const after = isLast ? 0 : context;
    // A fold of one line would hide nothing.
    const folded = length > before + after + 1 ? length - before - after : 0;
    const shown = folded > 0 ? before : length;
    this.#add("equal", old, fresh, shown);
    this.#add("fold", old + shown, fresh + shown, folded);
    this.#add("equal", old + shown + folded, fresh + shown + folded, length - shown - folded);
  }

  /** Returns the rows `from` to `to` (exclusive). */
  read(from: number, to: number): RowRef[] {
    const result: RowRef[] = [];
    for (let at = this.#partOf(from); at < this.#parts.length; at++) {
      const part = this.#parts[at];
      if (!part || part.row >= to) break;
      const { kind, row, left, right, count } = part;
      if (kind === "fold") {
        if (row >= from) result.push({ kind, left, right, count });
        continue;
      }
      for (let i = Math.max(0, from - row); i < Math.min(count, to - row); i++)
        result.push({
          kind,
          left: kind === "added" ? null : left + i,
          right: kind === "removed" ? null : right + i,
        });
    }
    return result;
  }

  /** Shows the lines of the fold at a row. */
  unfold(row: number): void {
    const at = this.#partOf(row);
    const part = this.#parts[at];
    if (part?.kind !== "fold") return;
    this.#parts[at] = { ...part, kind: "equal" };
    const more = part.count - 1;
    for (let i = at + 1; i < this.#parts.length; i++) {
      const after = this.#parts[i];
      if (after) this.#parts[i] = { ...after, row: after.row + more };
    }
    this.#rows += more;
  }

  /** Returns the row of the next change after a row, or of the one before; null for none. */
  nextChange(row: number, backwards: boolean): number | null {
    const isStart = (part: Part, at: number) =>
      (part.kind === "added" && this.#parts[at - 1]?.kind !== "removed") || part.kind === "removed";
    const found = backwards
      ? this.#parts.findLast((part, at) => part.row < row && isStart(part, at))
      : this.#parts.find((part, at) => part.row > row && isStart(part, at));
    return found?.row ?? null;
  }

  #partOf(row: number): number {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[middle]?.row ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
