import { type PairedRows, pairRows } from "./pair-rows.ts";
import { type ParsedPatch, parsePatch, type RowKind, rowKind } from "./parse-patch.ts";
import { type Ranges, wordChanges } from "./word-changes.ts";

export type LineKind = "hunk" | "context" | "removed" | "added";

/** One line of a diff as it is drawn. */
export interface DiffLine {
  readonly kind: LineKind;
  /** Line numbers from 1, null where the line does not exist on that side. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
  /** Parts that changed within the line. */
  readonly marks: Ranges;
  /** The file ends here without a newline. */
  readonly unended: boolean;
}

/** A line of the two-column layout; a hunk's header stands on both sides. */
export interface DiffPair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** What is known of a file's diff once it was read. */
export interface DiffSummary {
  readonly unifiedRows: number;
  readonly splitRows: number;
  readonly added: number;
  readonly removed: number;
  /** Characters of the longest line. */
  readonly longest: number;
  /** Rows, in each layout, at which a run of changed lines begins. */
  readonly unifiedChanges: readonly number[];
  readonly splitChanges: readonly number[];
}

/** Characters of a line that are drawn. */
const drawn = 10_000;
const names: Record<RowKind, LineKind> = {
  [rowKind.hunk]: "hunk",
  [rowKind.context]: "context",
  [rowKind.removed]: "removed",
  [rowKind.added]: "added",
};

/** One file's diff, read once, from which rows are taken as they come into view. */
export class FileDiff {
  readonly summary: DiffSummary;
  readonly #patch: ParsedPatch;
  readonly #paired: PairedRows;

  constructor(text: string) {
    this.#patch = parsePatch(text);
    this.#paired = pairRows(this.#patch);
    const { pairs, count } = this.#paired;
    const kinds = this.#patch.kinds;
    const changed = (row: number) => row >= 0 && (kinds[row] ?? 0) >= rowKind.removed;
    this.summary = {
      unifiedRows: this.#patch.count,
      splitRows: count,
      added: this.#patch.added,
      removed: this.#patch.removed,
      longest: Math.min(this.#patch.longest, drawn),
      unifiedChanges: runs(this.#patch.count, changed),
      splitChanges: runs(
        count,
        (line) => changed(pairs[line * 2] ?? -1) || changed(pairs[line * 2 + 1] ?? -1),
      ),
    };
  }

  unified(from: number, to: number): DiffLine[] {
    return range(from, Math.min(to, this.#patch.count)).map((row) => this.#line(row));
  }

  split(from: number, to: number): DiffPair[] {
    const side = (row = -1) => (row < 0 ? null : this.#line(row));
    const { pairs, count } = this.#paired;
    return range(from, Math.min(to, count)).map((line) => ({
      left: side(pairs[line * 2]),
      right: side(pairs[line * 2 + 1]),
    }));
  }

  #line(row: number): DiffLine {
    const { kinds, oldLines, newLines, unended } = this.#patch;
    const kind = names[(kinds[row] ?? 0) as RowKind];
    const hunk = kind === "hunk";
    return {
      kind,
      oldLine: hunk ? null : oldLines[row] || null,
      newLine: hunk ? null : newLines[row] || null,
      text: this.#text(row),
      marks: this.#marks(row, kind),
      unended: unended[row] === 1,
    };
  }

  #text(row: number): string {
    const { text, starts, ends } = this.#patch;
    const start = starts[row] ?? 0;
    return text.slice(start, Math.min(ends[row] ?? start, start + drawn));
  }

  #marks(row: number, kind: LineKind): Ranges {
    const partner = this.#paired.partners[row] ?? -1;
    if (partner < 0) return [];
    if (kind === "removed") return wordChanges(this.#text(row), this.#text(partner)).old;
    return wordChanges(this.#text(partner), this.#text(row)).new;
  }
}

function runs(count: number, changed: (row: number) => boolean): number[] {
  const found: number[] = [];
  for (let row = 0; row < count; row++) if (changed(row) && (row === 0 || !changed(row - 1))) found.push(row);
  return found;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
