import { hasDeceptive } from "../../../shared/text/hidden-characters.ts";
import type { CachedDiff } from "./diff-cache.ts";
import { fingerprint } from "./fingerprint.ts";
import { ignoreWhitespace } from "./ignore-whitespace.ts";
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
  /** Where the same line stands too, where it was moved rather than written. */
  readonly moved: string | null;
  /** Brought by another branch, not by whoever made the change. */
  readonly faded: boolean;
}

/** Line numbers, from 1, that somebody else's work brought: of the old side and of the new. */
export interface FadedLines {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** A file's change as it is handed to the worker. */
export interface DiffSource {
  readonly diff: string;
  /** The worker has the whole; `diff` is its beginning. */
  readonly cached?: CachedDiff | undefined;
  readonly path: string;
  /** What of the change is not in its lines: paths, modes. */
  readonly identity: string;
  /** What stands for the content where the change has no lines. */
  readonly content?: string | undefined;
  readonly faded?: FadedLines | undefined;
}

/** How diffs are read. */
export interface DiffReading {
  /** Lines that differ in blanks alone count as unchanged. */
  readonly ignoreWhitespace?: boolean;
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
  /** Names the change by what it does; see `fingerprint.ts`. */
  readonly fingerprint: string;
  /** Lines with characters that cannot be seen, or that change the order of others. */
  readonly hiddenLines: number;
}

/** Rows at which a line stands in each layout. */
export interface LineRows {
  readonly unified: number;
  readonly split: number;
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
  readonly path: string;
  readonly patch: ParsedPatch;
  readonly summary: DiffSummary;
  /** Rows that were moved, with words that say whereto or from. */
  readonly moved = new Map<number, string>();
  readonly #paired: PairedRows;
  readonly #faded: { readonly old: ReadonlySet<number>; readonly new: ReadonlySet<number> };

  private constructor(patch: ParsedPatch, { path, faded }: DiffSource, name: string) {
    this.path = path;
    this.patch = patch;
    this.#faded = { old: new Set(faded?.old), new: new Set(faded?.new) };
    this.#paired = pairRows(patch);
    const { pairs, count } = this.#paired;
    const changed = (row: number) => row >= 0 && (patch.kinds[row] ?? 0) >= rowKind.removed;
    this.summary = {
      unifiedRows: patch.count,
      splitRows: count,
      added: patch.added,
      removed: patch.removed,
      longest: Math.min(patch.longest, drawn),
      unifiedChanges: runs(patch.count, changed),
      splitChanges: runs(
        count,
        (line) => changed(pairs[line * 2] ?? -1) || changed(pairs[line * 2 + 1] ?? -1),
      ),
      fingerprint: name,
      hiddenLines: countHidden(patch),
    };
  }

  static async read(source: DiffSource, reading: DiffReading = {}): Promise<FileDiff> {
    const patch = parsePatch(source.diff);
    const name = await fingerprint(source.identity, patch, source.content);
    return new FileDiff(reading.ignoreWhitespace ? ignoreWhitespace(patch) : patch, source, name);
  }

  /** Rows of a line; those of the last one before it where the diff leaves it out. */
  locate(side: "old" | "new", line: number): LineRows {
    const numbers = side === "old" ? this.patch.oldLines : this.patch.newLines;
    let unified = -1;
    for (let row = 0; row < this.patch.count; row++) {
      const at = numbers[row] ?? 0;
      if (at === 0 || this.patch.kinds[row] === rowKind.hunk) continue;
      if (at > line) break;
      unified = row;
    }
    const { pairs, count } = this.#paired;
    let split = -1;
    if (unified >= 0) {
      for (let pair = 0; pair < count && split < 0; pair++)
        if (pairs[pair * 2] === unified || pairs[pair * 2 + 1] === unified) split = pair;
    }
    return { unified, split };
  }

  unified(from: number, to: number): DiffLine[] {
    return range(from, Math.min(to, this.patch.count)).map((row) => this.#line(row));
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
    const { kinds, oldLines, newLines, unended } = this.patch;
    const kind = names[(kinds[row] ?? 0) as RowKind];
    const hunk = kind === "hunk";
    return {
      kind,
      oldLine: hunk ? null : oldLines[row] || null,
      newLine: hunk ? null : newLines[row] || null,
      text: this.#text(row),
      marks: this.#marks(row, kind),
      unended: unended[row] === 1,
      moved: this.moved.get(row) ?? null,
      faded:
        (kind === "removed" && this.#faded.old.has(oldLines[row] ?? 0)) ||
        (kind === "added" && this.#faded.new.has(newLines[row] ?? 0)),
    };
  }

  #text(row: number): string {
    const { text, starts, ends } = this.patch;
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

/** Lines of a patch with hidden characters; a patch of plain ASCII costs one test. */
function countHidden({ text, starts, ends, kinds, count }: ParsedPatch): number {
  if (!/[^\0-\x7f]/.test(text)) return 0;
  let found = 0;
  for (let row = 0; row < count; row++)
    if (kinds[row] !== rowKind.hunk && hasDeceptive(text.slice(starts[row], ends[row]))) found++;
  return found;
}

function runs(count: number, changed: (row: number) => boolean): number[] {
  const found: number[] = [];
  for (let row = 0; row < count; row++) if (changed(row) && (row === 0 || !changed(row - 1))) found.push(row);
  return found;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
