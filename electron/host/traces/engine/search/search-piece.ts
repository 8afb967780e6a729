import type { TraceHit, TraceQuery } from "../../../../../shared/trace-types.ts";
import { blockBytes, nextLineStart } from "../line-index.ts";
import { completeLines, runnerStampBytes, type StampKind } from "../line-stamp.ts";
import { shareThread } from "../share-thread.ts";
import type { TraceBytes } from "../trace-bytes.ts";
import { lineBuffer, type MatchPattern, matchLines, matchPattern, rangesIn } from "./match-lines.ts";

/** A part of a stored trace that is searched by itself. */
export interface SearchedPiece {
  /** Lines that begin in these bytes are searched, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Bytes of the trace. */
  readonly size: number;
  /** There are no more bytes, so that the last line is complete. */
  readonly ended: boolean;
  readonly stamp: StampKind;
  readonly query: TraceQuery;
  /** Matching lines that are returned with their text. */
  readonly maxHits: number;
}

export interface PieceMatches {
  /** Lines that were searched. */
  readonly lines: number;
  /** Offset of the next line. */
  readonly end: number;
  /** Pairs of a matching line, from 0 in the piece, and how often it matches. */
  readonly matches: Uint32Array<ArrayBuffer>;
  readonly hits: readonly TraceHit[];
}

/**
 * Bytes that are matched at once, and those of a line beyond which it is matched in parts. A text of more than 128 KB
 * would get memory of its own each time, which takes longer than matching it.
 */
const [chunkBytes, maxLineBytes] = [122_880, 16_777_216];
/** Characters of a line that are listed, with those before its first match. */
const [maxText, textBefore] = [240, 60];

/** Searches the lines that begin in a piece, until `signal` is aborted. Throws where the query is not a pattern. */
export async function searchPiece(
  source: TraceBytes,
  piece: SearchedPiece,
  signal?: AbortSignal,
): Promise<PieceMatches> {
  const { from, to, size, ended, stamp, maxHits } = piece;
  const pattern = matchPattern(piece.query);
  const turn = shareThread();
  const hits: TraceHit[] = [];
  const matches = new PairList();
  let lines = 0;
  const onLine = (index: number, count: number, text: () => string) => {
    matches.add(lines + index, count);
    if (hits.length < maxHits) hits.push(toHit(lines + index, text(), pattern));
  };
  const start = from === 0 ? 0 : findLineStart(source, from, size, stamp);
  const last = start === null || start >= to ? start : findLineStart(source, to, size, stamp);
  if (start === null) return { lines: 0, end: from, matches: matches.take(), hits };
  const end = last ?? size;
  let [at, wanted] = [start, chunkBytes];
  while (at < end && !signal?.aborted) {
    const room = lineBuffer(Math.min(end - at, wanted));
    const bytes = room.subarray(0, source.fill(room, at));
    const isLast = at + bytes.length === end;
    const whole = isLast && (last !== null || ended) ? bytes.length : completeLines(bytes, stamp);
    if (whole === 0 && !isLast && wanted < maxLineBytes) {
      wanted = maxLineBytes;
      continue;
    }
    wanted = chunkBytes;
    // A longer line continues in the next part.
    const length = whole > 0 || isLast ? whole : bytes.length;
    if (length === 0) break;
    lines += matchLines(bytes.subarray(0, length), stamp, pattern, onLine) - (whole > 0 ? 0 : 1);
    at += length;
    await turn();
  }
  return { lines, end: at, matches: matches.take(), hits };
}

/** Returns where the first line at or after a position begins; null where none is known to. */
function findLineStart(source: TraceBytes, position: number, size: number, stamp: StampKind): number | null {
  if (position >= size) return null;
  for (let from = position - 1; from < size; from += blockBytes) {
    const bytes = source.read(from, Math.min(size, from + blockBytes + runnerStampBytes));
    const at = nextLineStart(bytes, 0, stamp);
    if (at >= 0 && at <= blockBytes) return from + at < size ? from + at : null;
  }
  return null;
}

function toHit(line: number, text: string, pattern: MatchPattern): TraceHit {
  const ranges = rangesIn(text, pattern.line, 100);
  const first = ranges[0]?.[0] ?? 0;
  const from = first > maxText - textBefore ? first - textBefore : 0;
  const shown = ranges.flatMap(([start, end]): [number, number][] =>
    start < from + maxText ? [[start - from, Math.min(end - from, maxText)]] : [],
  );
  return { line, text: text.slice(from, from + maxText), ranges: shown };
}

/** Pairs of numbers, which grow in place. */
class PairList {
  #pairs = new Uint32Array(64);
  #length = 0;

  add(one: number, other: number): void {
    if (this.#length === this.#pairs.length) {
      const more = new Uint32Array(this.#length * 4);
      more.set(this.#pairs);
      this.#pairs = more;
    }
    this.#pairs[this.#length++] = one;
    this.#pairs[this.#length++] = other;
  }

  take(): Uint32Array<ArrayBuffer> {
    return this.#pairs.slice(0, this.#length);
  }
}
