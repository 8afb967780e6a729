import { LineTally } from "./line-tally.ts";
import { type Literal, type OnLine, rangesIn } from "./match-pattern.ts";
import type { PlainBytes } from "./plain-bytes.ts";

/**
 * Reports the lines that contain an ASCII text and match. Only those are decoded, and none where the text alone
 * matters.
 */
export function matchLiteral(
  plain: PlainBytes,
  { lower, upper, isMatch }: Literal,
  line: RegExp,
  onLine: OnLine,
): void {
  if (lower === "") return;
  const tally = new LineTally(plain, onLine);
  const find = plain.finder(lower, upper);
  for (let at = find(0); at >= 0; ) {
    if (isMatch) {
      tally.add(at, 1);
      at = find(at + lower.length);
    } else {
      const { text, next } = plain.lineAt(at);
      tally.add(at, rangesIn(text, line).length);
      at = find(next);
    }
  }
  tally.report();
}
