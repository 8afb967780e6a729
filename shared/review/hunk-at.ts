/** Lines before the first and after the last commented line that a hunk shows. */
const contextLines = 3;

interface DiffLine {
  readonly text: string;
  /** Numbers of the line on each side; null where the side does not have it. */
  readonly old: number | null;
  readonly new: number | null;
}

type Range = readonly [number, number] | null;

/**
 * Returns the lines of a unified diff around some lines, as a hunk with a header of its own; null where the diff does not
 * have them. `lines` are the first and last on each side.
 */
export function hunkAt(diff: string, lines: { readonly old: Range; readonly new: Range }): string | null {
  for (const hunk of hunksOf(diff)) {
    const isCommented = (line: DiffLine) => isIn(lines.new, line.new) || isIn(lines.old, line.old);
    const first = hunk.findIndex(isCommented);
    if (first < 0) continue;
    const last = hunk.findLastIndex(isCommented);
    const shown = hunk.slice(Math.max(0, first - contextLines), last + contextLines + 1);
    const sides = (["old", "new"] as const).map((side) => {
      const numbers = shown.flatMap((line) => line[side] ?? []);
      return `${numbers[0] ?? 0},${numbers.length}`;
    });
    return [`@@ -${sides[0]} +${sides[1]} @@`, ...shown.map(({ text }) => text)].join("\n");
  }
  return null;
}

const isIn = (range: Range, number: number | null): boolean =>
  range !== null && number !== null && number >= range[0] && number <= range[1];

function hunksOf(diff: string): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let [oldLine, newLine] = [0, 0];
  for (const text of diff.split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (header) {
      [oldLine, newLine] = [Number(header[1]), Number(header[2])];
      hunks.push([]);
      continue;
    }
    const hunk = hunks.at(-1);
    if (!hunk) continue;
    if (text.startsWith("+")) hunk.push({ text, old: null, new: newLine++ });
    else if (text.startsWith("-")) hunk.push({ text, old: oldLine++, new: null });
    else if (text.startsWith(" ")) hunk.push({ text, old: oldLine++, new: newLine++ });
  }
  return hunks;
}
