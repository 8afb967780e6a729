/** Kinds of rows of a unified diff. */
export const rowKind = { hunk: 0, context: 1, removed: 2, added: 3 } as const;
export type RowKind = (typeof rowKind)[keyof typeof rowKind];

/** One file's diff as arrays over its text: one entry a row, nothing copied. */
export interface ParsedPatch {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  /** Line numbers from 1; 0 where the row has none. */
  readonly oldLines: Uint32Array;
  readonly newLines: Uint32Array;
  /** Beginning and end of the row's text in `text`, without the sign and the line's end. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** 1 where "No newline at end of file" follows. */
  readonly lacksNewline: Uint8Array;
  readonly added: number;
  readonly removed: number;
  /** Characters of the longest row. */
  readonly longest: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads the unified diff of one file, with or without the `---`/`+++` lines before its first hunk. The counts of
 * the hunk's header decide where it ends, so that a removed line that looks like a header stays a line.
 */
export function parsePatch(text: string): ParsedPatch {
  const rows = new PatchRows(countLines(text));
  let at = 0;
  let [oldLine, newLine, oldLeft, newLeft] = [0, 0, 0, 0];
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const next = found < 0 ? text.length : found;
    const end = next > at && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    const sign = text[at];
    if (oldLeft > 0 || newLeft > 0) {
      if (sign === "+") {
        rows.push(rowKind.added, 0, newLine++, at + 1, end);
        newLeft--;
      } else if (sign === "-") {
        rows.push(rowKind.removed, oldLine++, 0, at + 1, end);
        oldLeft--;
      } else if (sign !== "\\") {
        // Some tools strip the blank of an empty context line.
        rows.push(rowKind.context, oldLine++, newLine++, sign === " " ? at + 1 : at, end);
        oldLeft--;
        newLeft--;
      } else rows.markLacksNewline();
    } else if (sign === "@") {
      const header = hunkHeader.exec(text.slice(at, Math.min(end, at + 200)));
      if (header) {
        oldLine = Number(header[1]);
        newLine = Number(header[3]);
        oldLeft = Number(header[2] ?? 1);
        newLeft = Number(header[4] ?? 1);
        rows.push(rowKind.hunk, oldLine, newLine, at, end);
      }
    } else if (sign === "\\") rows.markLacksNewline();
    at = next + 1;
  }
  return rows.finish(text);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Collects the rows of a patch. */
export class PatchRows {
  #count = 0;
  #longest = 0;
  readonly #totals = [0, 0, 0, 0];
  readonly #kinds: Uint8Array;
  readonly #lacksNewline: Uint8Array;
  readonly #oldLines: Uint32Array;
  readonly #newLines: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(capacity: number) {
    this.#kinds = new Uint8Array(capacity);
    this.#lacksNewline = new Uint8Array(capacity);
    this.#oldLines = new Uint32Array(capacity);
    this.#newLines = new Uint32Array(capacity);
    this.#starts = new Uint32Array(capacity);
    this.#ends = new Uint32Array(capacity);
  }

  // Called for every row of every file: nothing is allocated here.
  push(kind: RowKind, oldLine: number, newLine: number, start: number, end: number): void {
    const row = this.#count++;
    this.#kinds[row] = kind;
    this.#totals[kind] = (this.#totals[kind] ?? 0) + 1;
    this.#oldLines[row] = oldLine;
    this.#newLines[row] = newLine;
    this.#starts[row] = start;
    this.#ends[row] = end;
    if (end - start > this.#longest) this.#longest = end - start;
  }

  markLacksNewline(): void {
    if (this.#count > 0) this.#lacksNewline[this.#count - 1] = 1;
  }

  finish(text: string): ParsedPatch {
    return {
      text,
      count: this.#count,
      kinds: this.#kinds,
      oldLines: this.#oldLines,
      newLines: this.#newLines,
      starts: this.#starts,
      ends: this.#ends,
      lacksNewline: this.#lacksNewline,
      added: this.#totals[rowKind.added] ?? 0,
      removed: this.#totals[rowKind.removed] ?? 0,
      longest: this.#longest,
    };
  }
}

/** Returns a diff up to its first hunk's header; whole where it has no hunk. */
export function beginningOf(diff: string): string {
  const hunk = diff.search(/^@@/m);
  const end = diff.indexOf("\n", hunk);
  return hunk < 0 || end < 0 ? diff : diff.slice(0, end + 1);
}
