import { compareLines } from "../../../shared/diff/compare-lines.ts";
import { splitLines } from "./compare-texts.ts";

/** Where lines of one text, by their numbers from 1, stand in another; null where they were changed or are gone. */
export function mapLines(before: string, after: string, lines: readonly number[]): (number | null)[] {
  const matches = compareLines(splitLines(before).lines, splitLines(after).lines);
  return lines.map((line) => {
    const match = matches.find(({ old, length }) => line > old && line <= old + length);
    return match ? match.new + (line - match.old) : null;
  });
}
