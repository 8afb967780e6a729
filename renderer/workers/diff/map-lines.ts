import { compareLines } from "../../../shared/diff/compare-lines.ts";
import { splitLines } from "./compare-texts.ts";

/** Returns the line numbers, from 1, of one text's lines in another; null where they were changed or removed. */
export function mapLines(before: string, after: string, lines: readonly number[]): (number | null)[] {
  const matches = compareLines(splitLines(before).lines, splitLines(after).lines);
  return lines.map((line) => {
    const match = matches.find(({ old, length }) => line > old && line <= old + length);
    return match ? match.new + (line - match.old) : null;
  });
}
