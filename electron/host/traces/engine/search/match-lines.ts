import type { StampKind } from "../line-stamp.ts";
import { matchLiteral } from "./match-literal.ts";
import { type MatchPattern, type OnLine, rangesIn } from "./match-pattern.ts";
import { plainText, withoutStamps } from "./plain-text.ts";

/** Reports those of whole lines that match; returns how many lines there are. */
export function matchLines(
  bytes: Uint8Array,
  stamp: StampKind,
  { line, literal, lines }: MatchPattern,
  onLine: OnLine,
): number {
  const unstamped = withoutStamps(bytes, stamp);
  if (literal) return matchLiteral(unstamped, literal, line, onLine);
  return eachCandidate(plainText(unstamped), lines ?? /^/gm, line, onLine);
}

/** Looks through all lines at once; a line in which something is found is then looked at alone. */
function eachCandidate(text: string, candidate: RegExp, pattern: RegExp, onLine: OnLine): number {
  let [line, start] = [0, 0];
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    let end = text.indexOf("\n", start);
    for (; end >= 0 && end < found.index; end = text.indexOf("\n", start)) {
      start = end + 1;
      line++;
    }
    if (end < 0) return line;
    const plain = text.slice(start, end);
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
  return plainText(withoutStamps(bytes, stamp)).split("\n").slice(0, -1);
}
