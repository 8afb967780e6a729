import { diffWordsWithSpace } from "diff";
import { compareLines } from "../../../shared/diff/compare-lines.ts";
import type {
  ChangeRun,
  DiffHit,
  DiffHits,
  DiffLine,
  DiffPair,
  DiffReading,
  DiffSource,
  DiffSummary,
  LineKind,
  LineRows,
  Ranges,
} from "../../../shared/diff/diff-types.ts";
import type { Optional } from "../../../shared/optional.ts";
import { hasDeceptive } from "../../../shared/text/hidden-characters.ts";
import { changeRuns, shortHash } from "./change-runs.ts";
import type { FadedLines } from "./interdiff.ts";
import { type ParsedPatch, PatchRows, parsePatch, type RowKind, rowKind } from "./parse-patch.ts";

/** Characters of a line that are drawn. */
const maxDrawnLength = 10_000;
const names: Record<RowKind, LineKind> = {
  [rowKind.hunk]: "hunk",
  [rowKind.context]: "context",
  [rowKind.removed]: "removed",
  [rowKind.added]: "added",
};

/** A file's change with its whole diff. */
export interface DiffText
  extends DiffSource,
    Optional<{
      /** Lines that are not from the change's author. */
      faded: FadedLines;
    }> {
  readonly diff: string;
}

/** Source of rows: a few numbers for each. */
interface FileRows {
  readonly patch: ParsedPatch;
  readonly paired: PairedRows;
  /** Numbers of the lines that are not from the change's author. */
  readonly faded: { readonly old: ReadonlySet<number>; readonly new: ReadonlySet<number> };
}

/**
 * One file's diff, from which visible rows are taken. Its rows are read again when they are wanted later: those of all files
 * take more memory than their texts.
 */
export class ParsedFileDiff {
  readonly path: string;
  readonly summary: DiffSummary;
  /** Moved rows, with the text that names the other position. */
  readonly moved = new Map<number, string>();
  readonly #source: DiffText;
  readonly #reading: DiffReading;
  #rows: WeakRef<FileRows> | undefined;

  private constructor(source: DiffText, reading: DiffReading, summary: DiffSummary) {
    this.path = source.path;
    this.summary = summary;
    this.#source = source;
    this.#reading = reading;
  }

  static async read(source: DiffText, reading: DiffReading = {}): Promise<ParsedFileDiff> {
    const patch = parsePatch(source.diff);
    const name = await fingerprint(source.identity, patch, source.content);
    return new ParsedFileDiff(source, reading, summarize(asRead(patch, reading), name));
  }

  get patch(): ParsedPatch {
    return this.#read().patch;
  }

  #read(): FileRows {
    const known = this.#rows?.deref();
    if (known) return known;
    const patch = asRead(parsePatch(this.#source.diff), this.#reading);
    const { faded } = this.#source;
    const rows = {
      patch,
      paired: pairRows(patch),
      faded: { old: new Set(faded?.old), new: new Set(faded?.new) },
    };
    this.#rows = new WeakRef(rows);
    return rows;
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
    const { pairs, count } = this.#read().paired;
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
    const { pairs, count } = this.#read().paired;
    return range(from, Math.min(to, count)).map((line) => ({
      left: side(pairs[line * 2]),
      right: side(pairs[line * 2 + 1]),
    }));
  }

  runs(): Promise<readonly ChangeRun[]> {
    const { patch, paired } = this.#read();
    return changeRuns(this.path, patch, paired);
  }

  #line(row: number): DiffLine {
    const { patch, faded } = this.#read();
    const { kinds, oldLines, newLines, lacksNewline } = patch;
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
        (kind === "removed" && faded.old.has(oldLines[row] ?? 0)) ||
        (kind === "added" && faded.new.has(newLines[row] ?? 0)),
    };
  }

  #text(row: number): string {
    const { text, starts, ends } = this.patch;
    const start = starts[row] ?? 0;
    return text.slice(start, Math.min(ends[row] ?? start, start + maxDrawnLength));
  }

  #marks(row: number, kind: LineKind): Ranges {
    const partner = this.#read().paired.partners[row] ?? -1;
    if (partner < 0) return [];
    if (kind === "removed") return wordChanges(this.#text(row), this.#text(partner)).old;
    return wordChanges(this.#text(partner), this.#text(row)).new;
  }
}

const asRead = (patch: ParsedPatch, { ignoreWhitespace: ignores }: DiffReading): ParsedPatch =>
  ignores ? ignoreWhitespace(patch) : patch;

/** Returns the summary of a patch; `name` is its fingerprint. */
function summarize(patch: ParsedPatch, name: string): DiffSummary {
  const { pairs, count } = pairRows(patch);
  const changed = (row: number) => row >= 0 && (patch.kinds[row] ?? 0) >= rowKind.removed;
  return {
    unifiedRows: patch.count,
    splitRows: count,
    added: patch.added,
    removed: patch.removed,
    longest: longestDrawn(patch),
    unifiedChanges: runs(patch.count, changed),
    splitChanges: runs(count, (line) => changed(pairs[line * 2] ?? -1) || changed(pairs[line * 2 + 1] ?? -1)),
    fingerprint: name,
    hiddenLines: countHidden(patch),
  };
}

/** Columns of a tab at most: every tab counts as so many. */
const tabColumns = 4;
/** Columns of the text that follows a last line without an end. */
const noEndColumns = 20;
/** Columns of a mark in the place of a character that cannot be seen. */
const markColumns = 10;

/** Returns the columns of the longest row as it is drawn; a patch of plain ASCII costs one test. */
function longestDrawn({ text, starts, ends, lacksNewline, count, longest }: ParsedPatch): number {
  const isPlain = !/[^\n\x20-\x7e]/.test(text);
  let columns = isPlain ? Math.min(longest, maxDrawnLength) : 0;
  for (let row = 0; !isPlain && row < count; row++) {
    const start = starts[row] ?? 0;
    const end = Math.min(ends[row] ?? start, start + maxDrawnLength);
    columns = Math.max(columns, columnsOf(text, start, end));
  }
  for (let row = lacksNewline.indexOf(1); row >= 0; row = lacksNewline.indexOf(1, row + 1))
    columns = Math.max(columns, columnsOf(text, starts[row] ?? 0, ends[row] ?? 0) + noEndColumns);
  return columns;
}

function columnsOf(text: string, start: number, end: number): number {
  let columns = end - start;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f) continue;
    if (code === 0x09) columns += tabColumns - 1;
    else if (code < 0x20 || isMarked(code)) columns += markColumns - 1;
    // Characters of East Asia are as wide as two; each half of a pair counts as one.
    else if (code >= 0x1100 && (code < 0xd800 || code >= 0xe000)) columns++;
  }
  return columns;
}

/** Returns whether a character may be drawn as a mark with its name, since it cannot be seen. */
const isMarked = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  [0xad, 0x61c, 0x115f, 0x180e, 0x3164, 0xdb40, 0xfeff, 0xffa0].includes(code);

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

/**
 * Fingerprint of a change to a file: its paths and modes, and the lines that it removes and adds, in order. Positions
 * and context do not count, so that a rebase without conflicts does not change it. `content` is used where there are no
 * lines. 32 hex digits.
 */
function fingerprint(identity: string, patch: ParsedPatch, content = ""): Promise<string> {
  const { text, count, kinds, starts, ends } = patch;
  // Without lines only the caller can identify the content.
  const parts = [identity, count === 0 ? content : ""];
  for (let row = 0; row < count; row++) {
    const kind = kinds[row];
    if (kind === rowKind.removed) parts.push(`-${text.slice(starts[row], ends[row])}`);
    else if (kind === rowKind.added) parts.push(`+${text.slice(starts[row], ends[row])}`);
  }
  return shortHash(parts.join("\n"));
}

/** The same patch with lines that differ in blanks alone shown as unchanged, in their new form. */
function ignoreWhitespace(patch: ParsedPatch): ParsedPatch {
  const { text, count, kinds, oldLines, newLines, starts, ends, lacksNewline } = patch;
  const rows = new PatchRows(count);
  const keep = (row: number, kind = kinds[row] ?? 0, oldLine = oldLines[row] ?? 0) => {
    rows.push(kind as 0 | 1 | 2 | 3, oldLine, newLines[row] ?? 0, starts[row] ?? 0, ends[row] ?? 0);
    if (lacksNewline[row] === 1) rows.markLacksNewline();
  };
  const bare = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      text.slice(starts[from + i], ends[from + i]).replace(/\s+/g, ""),
    );
  for (let row = 0; row < count; ) {
    if (kinds[row] !== rowKind.removed && kinds[row] !== rowKind.added) {
      keep(row++);
      continue;
    }
    const removed = row;
    while (row < count && kinds[row] === rowKind.removed) row++;
    const added = row;
    while (row < count && kinds[row] === rowKind.added) row++;
    let [o, n] = [removed, added];
    for (const match of compareLines(bare(removed, added), bare(added, row))) {
      while (o < removed + match.old) keep(o++);
      while (n < added + match.new) keep(n++);
      for (let i = 0; i < match.length; i++) keep(n++, rowKind.context, oldLines[o++] ?? 0);
    }
    while (o < added) keep(o++);
    while (n < row) keep(n++);
  }
  return rows.finish(text);
}

/** Changes within a line that became another one; both empty where the lines have too little in common. */
interface WordChanges {
  readonly old: Ranges;
  readonly new: Ranges;
}

const none: WordChanges = { old: [], new: [] };
/** Characters beyond which a line is not compared word by word. */
const maxComparedLength = 1_500;
/** Least part of the longer line that must have stayed for the marks to help rather than to flicker. */
const minSameShare = 0.3;

/** Returns the ranges of characters in which two lines differ; none where they are too long or too different. */
export function wordChanges(before: string, after: string): WordChanges {
  if (before === after || before.length > maxComparedLength || after.length > maxComparedLength) return none;
  const ranges = { old: [] as [number, number][], new: [] as [number, number][] };
  const at = { old: 0, new: 0 };
  let same = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after, { maxEditLength: 400 }) ?? []) {
    if (!added && !removed) {
      at.old += value.length;
      at.new += value.length;
      same += value.trim().length;
      continue;
    }
    const side = added ? "new" : "old";
    mark(ranges[side], at[side], at[side] + value.length);
    at[side] += value.length;
  }
  const length = Math.max(before.trim().length, after.trim().length);
  return length > 0 && same / length < minSameShare ? none : ranges;
}

/** Adds a range, joined to the last one where nothing is between. */
function mark(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === start) last[1] = end;
  else ranges.push([start, end]);
}

/** Rows of a side-by-side layout: two entries a line, the old row and the new one, -1 where a side is empty. */
interface PairedRows {
  readonly pairs: Int32Array;
  readonly count: number;
  /** For each row of a changed pair, its partner; -1 for all others. */
  readonly partners: Int32Array;
}

/** Lays a diff out in two columns: within a change, the n-th removed line is beside the n-th added one. */
function pairRows({ kinds, count }: ParsedPatch): PairedRows {
  const pairs = new Int32Array(count * 2);
  const partners = new Int32Array(count).fill(-1);
  let line = 0;
  const push = (left: number, right: number) => {
    pairs[line * 2] = left;
    pairs[line * 2 + 1] = right;
    line++;
  };
  for (let row = 0; row < count; ) {
    if (kinds[row] !== rowKind.removed && kinds[row] !== rowKind.added) {
      push(row, row);
      row++;
      continue;
    }
    const removed = row;
    while (row < count && kinds[row] === rowKind.removed) row++;
    const added = row;
    while (row < count && kinds[row] === rowKind.added) row++;
    const [left, right] = [added - removed, row - added];
    for (let i = 0; i < Math.max(left, right); i++) {
      push(i < left ? removed + i : -1, i < right ? added + i : -1);
      if (i < left && i < right) {
        partners[removed + i] = added + i;
        partners[added + i] = removed + i;
      }
    }
  }
  return { pairs: pairs.slice(0, line * 2), count: line, partners };
}

/** Hits that are listed. */
const maxHits = 2_000;
/** Characters of a line that are searched. */
const maxSearchedLength = 10_000;

/** Searches a pattern in every line of every file, drawn or not. */
export function searchDiff(files: readonly ParsedFileDiff[], pattern: RegExp): DiffHits {
  const hits: DiffHit[] = [];
  let total = 0;
  for (const [file, { patch }] of files.entries()) {
    for (let row = 0; row < patch.count; row++) {
      const kind = patch.kinds[row];
      if (kind === rowKind.hunk) continue;
      const start = patch.starts[row] ?? 0;
      const text = patch.text.slice(start, Math.min(patch.ends[row] ?? start, start + maxSearchedLength));
      pattern.lastIndex = 0;
      if (!pattern.test(text)) continue;
      total++;
      if (hits.length >= maxHits) continue;
      const old = kind === rowKind.removed;
      const line = (old ? patch.oldLines[row] : patch.newLines[row]) ?? 0;
      hits.push({ file, side: old ? "old" : "new", line, text: text.slice(0, 300) });
    }
  }
  return { hits, total };
}
