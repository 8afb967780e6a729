import type { TraceLine, TraceSpan } from "../../../../shared/trace-types.ts";
import { renderLine } from "./ansi/render-line.ts";
import { plainStyle, type TextStyle } from "./ansi/sgr.ts";
import { blockBytes, LineIndex, nextLineStart } from "./line-index.ts";
import { runnerStampBytes, unstamp } from "./line-stamp.ts";
import type { TraceBytes } from "./trace-bytes.ts";

/** Characters of a line that are shown. */
const maxShown = 20_000;
/** Bytes of a line that are read to show it, and to copy it. */
const [maxShownBytes, maxCopiedBytes] = [262_144, 16_000_000];

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** A trace as far as lines of it are shown. */
interface ShownTrace {
  readonly index: LineIndex;
  lines(from: number, to: number, maxBytes: number): Iterable<RawLine>;
  styleAt(line: number): TextStyle;
}

/** Returns the lines `from` to `to` (exclusive) as a terminal shows them. */
export function showLines(trace: ShownTrace, from: number, to: number): TraceLine[] {
  const lines: TraceLine[] = [];
  let style = trace.styleAt(from);
  for (const raw of trace.lines(from, to, maxShownBytes)) {
    const { text, timestamp } = unstamp(utf8.decode(raw.bytes), trace.index.stamp);
    const rendered = renderLine(text, style);
    style = rendered.style;
    const { spans, hidden } = cutSpans(rendered.text.spans());
    const cut = hidden + raw.left;
    lines.push({
      number: raw.number,
      spans,
      ...(timestamp ? { timestamp } : {}),
      ...(cut > 0 ? { cut } : {}),
    });
  }
  return lines;
}

/** Returns the plain text of lines, each of at most `maxBytes`: no stamps, no colours, what was overwritten left out. */
export function plainTraceLines(
  trace: ShownTrace,
  from: number,
  to: number,
  maxBytes = maxCopiedBytes,
): string[] {
  const lines: string[] = [];
  for (const raw of trace.lines(from, to, maxBytes))
    lines.push(renderLine(unstamp(utf8.decode(raw.bytes), trace.index.stamp).text, plainStyle).text.plain());
  return lines;
}

/** Returns the first characters, and how many bytes the others have. */
function cutSpans(spans: readonly TraceSpan[]): {
  readonly spans: readonly TraceSpan[];
  readonly hidden: number;
} {
  let room = maxShown;
  let hidden = "";
  const shown: TraceSpan[] = [];
  for (const span of spans) {
    const text = span.text.slice(0, room);
    room -= text.length;
    if (text !== "") shown.push(text === span.text ? span : { ...span, text });
    hidden += span.text.slice(text.length);
  }
  return hidden === ""
    ? { spans, hidden: 0 }
    : { spans: shown, hidden: new TextEncoder().encode(hidden).length };
}

/** Lines that are shown. */
const maxLines = 200;

/**
 * Returns the last lines of a trace by its last bytes, as a terminal shows them, numbered from 0 at the first one that is
 * whole. `isWhole`: the bytes are all of the trace.
 */
export function showEnd(bytes: Uint8Array, isWhole: boolean): TraceLine[] {
  const lines = isWhole ? bytes : bytes.subarray(bytes.indexOf(10) + 1);
  const source = {
    read: (from: number, to: number) => lines.subarray(from, to),
    fill(target: Uint8Array, from: number): number {
      const part = lines.subarray(from, from + target.length);
      target.set(part);
      return part.length;
    },
  };
  const index = new LineIndex();
  index.add(lines);
  index.finish();
  const trace = {
    index,
    lines: (from: number, to: number, maxBytes: number) => readLines(index, source, from, to, maxBytes),
    styleAt: () => plainStyle,
  };
  return showLines(trace, Math.max(0, index.lines - maxLines), index.lines);
}

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
