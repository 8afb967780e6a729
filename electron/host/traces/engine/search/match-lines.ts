import type { StampKind } from "../line-stamp.ts";
import { type MatchPattern, rangesIn } from "./match-pattern.ts";
import { plainLine, plainText, withoutStamps } from "./plain-text.ts";

/** Called with a line's index, its number of matches and its plain text, in order. */
export type OnLine = (index: number, matches: number, text: string) => void;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reports those of whole lines that match; returns how many lines there are. */
export function matchLines(
  bytes: Uint8Array,
  stamp: StampKind,
  pattern: MatchPattern,
  onLine: OnLine,
): number {
  const text = decode(bytes, stamp);
  if (pattern.raw) return eachCandidate(text, pattern.raw, pattern.line, plainLine, onLine);
  const plain = plainText(text);
  return eachCandidate(plain, pattern.lines ?? /^/gm, pattern.line, (line) => line, onLine);
}

/** Returns lines without stamps; each of them ends. */
function decode(bytes: Uint8Array, stamp: StampKind): string {
  const text = withoutStamps(utf8.decode(bytes), stamp);
  return bytes.length === 0 || bytes.at(-1) === 10 ? text : `${text}\n`;
}

/** Looks through all lines at once; a line in which something is found is then looked at alone. */
function eachCandidate(
  text: string,
  candidate: RegExp,
  pattern: RegExp,
  read: (line: string) => string,
  onLine: OnLine,
): number {
  let [line, start] = [0, 0];
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    let end = text.indexOf("\n", start);
    for (; end >= 0 && end < found.index; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    if (end < 0) return line;
    const plain = read(text.slice(start, end));
    const count = rangesIn(plain, pattern).length;
    if (count > 0) onLine(line, count, plain);
    start = end + 1;
    line++;
    candidate.lastIndex = start;
  }
  for (let end = text.indexOf("\n", start); end >= 0; end = text.indexOf("\n", end + 1)) line++;
  return line;
}

/** Returns the plain text of each of whole lines. */
export function plainLinesOf(bytes: Uint8Array, stamp: StampKind): string[] {
  return plainText(decode(bytes, stamp)).split("\n").slice(0, -1);
}
