import { LineTally } from "./line-tally.ts";
import type { OnLine } from "./match-pattern.ts";
import type { PlainBytes } from "./plain-bytes.ts";

/** Reports the lines of ASCII in which a pattern matches; its matches are never empty and contain no newline. */
export function countMatches(plain: PlainBytes, pattern: RegExp, onLine: OnLine): void {
  const tally = new LineTally(plain, onLine);
  const text = plain.text();
  pattern.lastIndex = 0;
  // A match is in the line of its last character.
  while (pattern.test(text)) tally.add(pattern.lastIndex - 1, 1);
  tally.report();
}
