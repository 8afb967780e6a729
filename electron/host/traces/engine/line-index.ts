import { countNewlines, countStampedLines } from "./byte-scan/byte-scan.ts";
import {
  continuesLine,
  detectStamp,
  runnerStampBytes,
  type StampKind,
  stampDetectBytes,
} from "./line-stamp.ts";
import type { StoredLines } from "./stored-shape.ts";

/** Bytes between two entries of the index. */
export const blockBytes = 65_536;

/**
 * Sparse index of the lines of a trace that grows: for each block of bytes, how many lines begin before it. 1 GB takes
 * 64 KB. A line itself is found by scanning its block.
 */
export class LineIndex {
  #before = new Uint32Array(1_024);
  /** Line starts that were seen; the last one may have no byte yet. */
  #starts = 0;
  #lastStart = 0;
  /** Bytes whose newlines are counted. */
  #counted = 0;
  #bytes = 0;
  #stamp: StampKind | undefined;
  /** Bytes that wait for those after them: the first ones, then, in a trace with stamps, each last newline. */
  #rest = new Uint8Array();

  /** Returns the index of a trace that is complete, as {@link store} returned it. */
  static restore({ bytes, starts, lastStart, stamp, before }: StoredLines): LineIndex {
    const index = new LineIndex();
    index.#bytes = bytes;
    index.#counted = bytes;
    index.#starts = starts;
    index.#lastStart = lastStart;
    index.#stamp = stamp;
    const stored = Buffer.from(before, "base64");
    index.#before = new Uint32Array(Uint8Array.from(stored).buffer);
    return index;
  }

  /** Returns the index of a trace that is complete. */
  store(): StoredLines {
    const blocks = Math.floor((this.#counted + 1) / blockBytes) + 1;
    return {
      bytes: this.#bytes,
      starts: this.#starts,
      lastStart: this.#lastStart,
      stamp: this.stamp,
      before: Buffer.from(this.#before.slice(0, blocks).buffer).toString("base64"),
    };
  }

  /** Bytes that were added. */
  get bytes(): number {
    return this.#bytes;
  }

  get lines(): number {
    return this.#starts > 0 && this.#lastStart === this.#bytes ? this.#starts - 1 : this.#starts;
  }

  get stamp(): StampKind {
    return this.#stamp ?? "none";
  }

  /** Adds the bytes that follow. They are not stored. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#stamp === undefined) {
      const start = join(this.#rest, chunk);
      if (start.length < stampDetectBytes && !start.includes(10)) {
        this.#rest = start;
        return;
      }
      this.#begin(start);
      chunk = start;
      this.#rest = new Uint8Array();
    }
    if (this.#stamp !== "runner") {
      this.#count(chunk, chunk.length);
      return;
    }
    this.#addStamped(chunk);
  }

  /** The last bytes wait for those that continue the line; only they are copied. */
  #addStamped(chunk: Uint8Array): void {
    const waiting = this.#rest.length;
    const known = join(this.#rest, chunk.subarray(0, runnerStampBytes));
    const end = Math.max(0, chunk.length - runnerStampBytes);
    this.#count(known, Math.max(0, Math.min(waiting, known.length - runnerStampBytes)));
    this.#count(chunk, end);
    // A copy: the chunk's memory is used again.
    const rest = end > 0 ? chunk.subarray(end) : known.subarray(Math.max(0, known.length - runnerStampBytes));
    this.#rest = Uint8Array.from(rest);
  }

  /** Counts the pending bytes, since no more arrive for now. */
  finish(): void {
    const rest = this.#rest;
    this.#rest = new Uint8Array();
    if (rest.length === 0) return;
    if (this.#stamp === undefined) this.#begin(rest);
    this.#count(rest, rest.length);
  }

  #begin(start: Uint8Array): void {
    this.#stamp = detectStamp(start);
    this.#starts = 1;
  }

  /** Counts the newlines of the bytes before `end`; those from there on only complete a line. */
  #count(bytes: Uint8Array, end: number): void {
    for (let from = 0; from < end; ) {
      // A newline at the end of a block begins a line in the next one.
      const room = blockBytes - ((this.#counted + 1) % blockBytes);
      const to = Math.min(end, from + room);
      this.#countBlock(bytes, from, to);
      this.#counted += to - from;
      from = to;
      if ((this.#counted + 1) % blockBytes === 0) this.#close((this.#counted + 1) / blockBytes);
    }
  }

  #countBlock(bytes: Uint8Array, from: number, to: number): void {
    const part = bytes.subarray(from, to);
    if (this.#stamp !== "runner") {
      this.#starts += countNewlines(part);
      const last = part.lastIndexOf(10);
      if (last >= 0) this.#lastStart = this.#counted + last + 1;
      return;
    }
    const lines = countStampedLines(bytes, from, to);
    if (lines === 0) return;
    this.#starts += lines;
    let last = part.lastIndexOf(10);
    while (continuesLine(bytes, from + last + 1)) last = part.lastIndexOf(10, last - 1);
    this.#lastStart = this.#counted + last + 1;
  }

  #close(block: number): void {
    if (block >= this.#before.length) {
      const more = new Uint32Array(this.#before.length * 2);
      more.set(this.#before);
      this.#before = more;
    }
    this.#before[block] = this.#starts;
  }

  /** Returns how many lines begin before a block that is indexed. */
  linesBefore(block: number): number {
    return this.#before[block] ?? 0;
  }

  /** Returns the block in which a line begins. */
  blockOf(line: number): number {
    let low = 0;
    let high = Math.floor((this.#counted + 1) / blockBytes);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#before[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Returns the position of the next line start in bytes after `from`; -1 where there is none. */
export function nextLineStart(bytes: Uint8Array, from: number, stamp: StampKind): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1))
    if (stamp !== "runner" || !continuesLine(bytes, at + 1)) return at + 1;
  return -1;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
