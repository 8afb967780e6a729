import type { StampKind } from "../line-stamp.ts";
import { LineTally } from "./line-tally.ts";
import { matchLiteral } from "./match-literal.ts";
import { type MatchPattern, type OnLine, rangesIn } from "./match-pattern.ts";
import { PlainBytes } from "./plain-bytes.ts";

const isoStamps = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) /gm;

let plainBytes: PlainBytes | undefined;

/** Returns the buffer of a thread into which lines are read before they are matched. */
export function lineBuffer(length: number): Uint8Array {
  plainBytes ??= new PlainBytes();
  return plainBytes.inputBuffer(length);
}

/** Returns whole lines without the ISO time stamps at their beginnings; the last line too ends with a newline. */
function withoutTimes(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const rest = text.replace(isoStamps, "");
  return Buffer.from(bytes.length === 0 || bytes.at(-1) === 10 ? rest : `${rest}\n`, "latin1");
}

function load(bytes: Uint8Array, stamp: StampKind): PlainBytes {
  plainBytes ??= new PlainBytes();
  plainBytes.load(stamp === "iso" ? withoutTimes(bytes) : bytes, stamp === "runner");
  return plainBytes;
}

/** Calls `onLine` for each matching line of `bytes`, which has whole lines only. Returns the number of its lines. */
export function matchLines(
  bytes: Uint8Array,
  stamp: StampKind,
  { line, literal, lines, isWithinLine }: MatchPattern,
  onLine: OnLine,
): number {
  const plain = load(bytes, stamp);
  if (literal) matchLiteral(plain, literal, line, onLine);
  else if (lines && isWithinLine && plain.isAscii) countMatches(plain, lines, onLine);
  else eachCandidate(plain.text(), lines ?? /^/gm, line, onLine);
  return plain.countLines();
}

/** Reports the lines of ASCII in which a pattern matches; its matches are never empty and contain no newline. */
function countMatches(plain: PlainBytes, pattern: RegExp, onLine: OnLine): void {
  const tally = new LineTally(plain, onLine);
  const text = plain.text();
  pattern.lastIndex = 0;
  // A match is in the line of its last character.
  while (pattern.test(text)) tally.add(pattern.lastIndex - 1, 1);
  tally.report();
}

/** Matches all lines as one text; a line with a match is then matched alone. */
function eachCandidate(text: string, candidate: RegExp, pattern: RegExp, onLine: OnLine): void {
  let [line, start] = [0, 0];
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    let end = text.indexOf("\n", start);
    for (; end >= 0 && end < found.index; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    if (end < 0) return;
    const plain = text.slice(start, end);
    const count = rangesIn(plain, pattern).length;
    if (count > 0) onLine(line, count, () => plain);
    start = end + 1;
    line++;
    candidate.lastIndex = start;
  }
}

/** Returns the plain text of each line of `bytes`, which has whole lines only. */
export function plainLinesOf(bytes: Uint8Array, stamp: StampKind): string[] {
  return load(bytes, stamp).text().split("\n").slice(0, -1);
}
