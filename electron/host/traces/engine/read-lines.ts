import { blockBytes, type LineIndex, nextLineStart } from "./line-index.ts";
import { runnerStampBytes } from "./line-stamp.ts";
import type { TraceBytes } from "./trace-bytes.ts";

/** The bytes of a line without its end. */
export interface RawLine {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Bytes that are not included, since the line is longer than the limit. */
  readonly left: number;
}

/** Bytes that are read at once. */
const pieceBytes = blockBytes;

/** Returns where a line begins. `line` may be the number of lines: the end. */
export function lineStart(index: LineIndex, source: TraceBytes, line: number): number {
  if (line <= 0) return 0;
  if (line >= index.lines) return index.bytes;
  const block = index.blockOf(line);
  const from = Math.max(0, block * blockBytes - 1);
  const end = Math.min(index.bytes, (block + 1) * blockBytes + runnerStampBytes);
  const bytes = source.read(from, end);
  // The first block begins with a line that no newline begins.
  let at = 0;
  for (let number = block === 0 ? 1 : index.linesBefore(block); number <= line; number++) {
    at = nextLineStart(bytes, at, index.stamp);
    if (at < 0) throw new Error("The trace is not what was indexed");
  }
  return from + at;
}

/** Yields the lines `from` to `to` (exclusive), each with at most `maxBytes`. */
export function* readLines(
  index: LineIndex,
  source: TraceBytes,
  from: number,
  to: number,
  maxBytes: number,
): Generator<RawLine> {
  const last = Math.min(to, index.lines);
  let start = lineStart(index, source, from);
  let piece = { from: start, bytes: new Uint8Array() as Uint8Array };
  for (let number = Math.max(0, from); number < last; number++) {
    const size = index.bytes;
    let inPiece = start - piece.from;
    let next = nextLineStart(piece.bytes, inPiece, index.stamp);
    // A stamp that continues the line may be cut off by the end of the piece.
    const ahead = index.stamp === "runner" ? runnerStampBytes : 0;
    while ((next < 0 || next + ahead > piece.bytes.length) && piece.from + piece.bytes.length < size) {
      if (next < 0 && piece.bytes.length - inPiece > maxBytes + runnerStampBytes) break;
      const known = Math.max(0, piece.bytes.length - inPiece);
      const bytes = source.read(start, Math.min(size, start + Math.max(pieceBytes, known * 2)));
      if (bytes.length <= known) break;
      piece = { from: start, bytes };
      inPiece = 0;
      next = nextLineStart(bytes, 0, index.stamp);
    }
    let end = next < 0 ? size : piece.from + next;
    if (next < 0 && piece.from + piece.bytes.length < size) end = lineStart(index, source, number + 1);
    const whole = piece.bytes.subarray(
      inPiece,
      Math.min(piece.bytes.length, end - piece.from, inPiece + maxBytes),
    );
    const left = Math.max(0, end - start - whole.length);
    yield { number, bytes: left > 1 ? whole : withoutEnd(whole), left: left > 1 ? left - 1 : 0 };
    start = end;
  }
}

/** Returns a line without its newline and the carriage returns before that. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  if (bytes[end - 1] === 10) end--;
  while (bytes[end - 1] === 13) end--;
  return bytes.subarray(0, end);
}
