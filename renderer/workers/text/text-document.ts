import { type Decode, decoderOf, decodeText } from "../../../shared/text/encoding/decode-text.ts";
import { detectTextEncoding } from "../../../shared/text/encoding/detect-encoding.ts";
import type { Encoding } from "../../../shared/text/encoding/encodings.ts";
import { hasDeceptive } from "../../../shared/text/hidden-characters.ts";

/** Detected properties of a file's bytes. */
export interface TextInfo {
  readonly size: number;
  /** Null: not text. */
  readonly encoding: Encoding | null;
  readonly lineEnding: LineEnding;
  readonly lines: number;
  /** Bytes of the longest line. */
  readonly longest: number;
}

/** A line with a match; columns are UTF-16 units from 0. */
export interface TextMatch {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A file's bytes with its lines indexed; only requested lines are decoded. */
export class TextDocument {
  readonly info: TextInfo;
  /** In an encoding in which newlines are single bytes. */
  readonly #bytes: Uint8Array;
  readonly #decode: Decode;
  readonly #index: LineIndex;

  constructor(original: Uint8Array, chosen?: Encoding) {
    const found = chosen ? { encoding: chosen, legacy: null } : detectTextEncoding(original);
    const encoding = found?.encoding ?? null;
    const wide = encoding === "utf-16le" || encoding === "utf-16be";
    this.#bytes = wide
      ? new TextEncoder().encode(decodeText(original, encoding))
      : withoutMark(original, encoding);
    this.#decode = decoderOf(wide || found === null ? { encoding: "utf-8", legacy: null } : found);
    this.#index = encoding ? indexLines(this.#bytes) : indexLines(new Uint8Array());
    this.info = {
      size: original.length,
      encoding,
      lineEnding: encoding ? detectLineEnding(this.#bytes) : "none",
      lines: encoding ? this.#index.count : 0,
      longest: this.#index.longest,
    };
  }

  text(): string {
    return this.#decode(this.#bytes);
  }

  /** Lines `from` (inclusive, from 0) to `to` (exclusive), without their ends, cut at `limit` characters. */
  lines(from: number, to: number, limit = 20_000): string[] {
    const { starts, count } = this.#index;
    const lines: string[] = [];
    for (let line = Math.max(0, from); line < Math.min(to, count); line++) {
      const start = starts[line] ?? 0;
      const end = Math.min(starts[line + 1] ?? start, start + limit * 4);
      lines.push(
        this.#decode(this.#bytes.subarray(start, end))
          .replace(/\r?\n$/, "")
          .slice(0, limit),
      );
    }
    return lines;
  }

  /** Matches of a literal text or a regular expression, line by line, until `limit`; yields between blocks. */
  *search(pattern: RegExp, limit: number): Generator<undefined, TextMatch[]> {
    const matches: TextMatch[] = [];
    const block = 2_000;
    for (let from = 0; from < this.#index.count; from += block) {
      const lines = this.lines(from, from + block);
      for (let i = 0; i < lines.length; i++) {
        for (const found of (lines[i] ?? "").matchAll(pattern)) {
          if (found[0].length === 0) continue;
          matches.push({ line: from + i, column: found.index, length: found[0].length });
          if (matches.length >= limit) return matches;
        }
      }
      yield;
    }
    return matches;
  }

  /**
   * Numbers, from 1, of lines with characters that are invisible or change the order of others; yields between blocks.
   */
  *hiddenLines(): Generator<undefined, HiddenCharacters> {
    const lines: number[] = [];
    let count = 0;
    const block = 2_000;
    if (isAscii(this.#bytes)) return { count, lines };
    for (let from = 0; from < this.#index.count; from += block) {
      for (const [i, line] of this.lines(from, from + block).entries()) {
        if (!hasDeceptive(line)) continue;
        count++;
        if (lines.length < shownHiddenLines) lines.push(from + i + 1);
      }
      yield;
    }
    return { count, lines };
  }
}

/** Lines with hidden characters: how many, and the first of them. */
export interface HiddenCharacters {
  readonly count: number;
  readonly lines: readonly number[];
}

const shownHiddenLines = 20;

/** Returns whether every byte is below 128, four of them at a time. */
function isAscii(bytes: Uint8Array): boolean {
  const lead = Math.min(bytes.length, (4 - (bytes.byteOffset % 4)) % 4);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >> 2);
  for (let i = 0; i < words.length; i++) if (((words[i] ?? 0) & 0x80808080) !== 0) return false;
  const rest = lead + words.length * 4;
  return !bytes.subarray(0, lead).some(isHigh) && !bytes.subarray(rest).some(isHigh);
}

const isHigh = (byte: number): boolean => byte > 127;

const withoutMark = (bytes: Uint8Array, encoding: Encoding | null) =>
  encoding === "utf-8-bom" ? bytes.subarray(3) : bytes;

/** Offsets of the first byte of each line; one entry more than lines, the last being the end. */
interface LineIndex {
  readonly starts: Uint32Array;
  readonly count: number;
  /** Bytes of the longest line, its end included. */
  readonly longest: number;
}

/** Finds the lines of a text (`\n` ends one; a last one without it counts, an empty rest does not). */
export function indexLines(bytes: Uint8Array): LineIndex {
  let starts = new Uint32Array(Math.max(16, Math.ceil(bytes.length / 32)));
  let count = 0;
  let longest = 0;
  let from = 0;
  while (from < bytes.length) {
    if (count + 1 >= starts.length) starts = grown(starts);
    starts[count++] = from;
    const found = bytes.indexOf(10, from);
    const next = found < 0 ? bytes.length : found + 1;
    longest = Math.max(longest, next - from);
    from = next;
  }
  if (count === 0) count = 1;
  starts[count] = bytes.length;
  return { starts: starts.slice(0, count + 1), count, longest };
}

function grown(starts: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(starts.length * 2);
  more.set(starts);
  return more;
}

/** Returns the number of the line that contains a byte offset, from 0. */
export function lineAt({ starts, count }: LineIndex, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

type LineEnding = "LF" | "CRLF" | "CR" | "mixed" | "none";

/** Returns how the lines of an ASCII-compatible text end. */
export function detectLineEnding(bytes: Uint8Array): LineEnding {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let i = bytes.indexOf(13); i >= 0; i = bytes.indexOf(13, i + 1)) {
    if (bytes[i + 1] === 10) crlf++;
    else cr++;
  }
  for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lf++;
  lf -= crlf;
  const kinds = [lf > 0, crlf > 0, cr > 0].filter(Boolean).length;
  if (kinds === 0) return "none";
  if (kinds > 1) return "mixed";
  return lf > 0 ? "LF" : crlf > 0 ? "CRLF" : "CR";
}
