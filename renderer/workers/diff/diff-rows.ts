import type {
  DiffLine,
  DiffPair,
  DiffReading,
  DiffSource,
  DiffSummary,
  LineKind,
  LineRows,
  Ranges,
} from "../../../shared/diff/diff-types.ts";
import { hasDeceptive } from "../../../shared/text/hidden-characters.ts";
import { fingerprint } from "./fingerprint.ts";
import { ignoreWhitespace } from "./ignore-whitespace.ts";
import { type PairedRows, pairRows } from "./pair-rows.ts";
import { type ParsedPatch, parsePatch, type RowKind, rowKind } from "./parse-patch.ts";
import { wordChanges } from "./word-changes.ts";

/** Characters of a line that are drawn. */
const maxDrawnLength = 10_000;
const names: Record<RowKind, LineKind> = {
  [rowKind.hunk]: "hunk",
  [rowKind.context]: "context",
  [rowKind.removed]: "removed",
  [rowKind.added]: "added",
};

/** One file's diff, parsed once, from which visible rows are taken. */
export class FileDiff {
  readonly path: string;
  readonly patch: ParsedPatch;
  readonly summary: DiffSummary;
  /** Moved rows, with the text that names the other position. */
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
      longest: Math.min(patch.longest, maxDrawnLength),
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
    const { kinds, oldLines, newLines, lacksNewline } = this.patch;
    const kind = names[(kinds[row] ?? 0) as RowKind];
    const hunk = kind === "hunk";
    return {
      kind,
      oldLine: hunk ? null : oldLines[row] || null,
      newLine: hunk ? null : newLines[row] || null,
      text: this.#text(row),
      marks: this.#marks(row, kind),
      lacksNewline: lacksNewline[row] === 1,
      moved: this.moved.get(row) ?? null,
      faded:
        (kind === "removed" && this.#faded.old.has(oldLines[row] ?? 0)) ||
        (kind === "added" && this.#faded.new.has(newLines[row] ?? 0)),
    };
  }

  #text(row: number): string {
    const { text, starts, ends } = this.patch;
    const start = starts[row] ?? 0;
    return text.slice(start, Math.min(ends[row] ?? start, start + maxDrawnLength));
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
