import { type CommonLines, compareLines } from "../../../shared/diff/compare-lines.ts";

/**
 * The unified diff of two texts as the interface writes it: from the first `@@`, empty where they are equal. Lines
 * end at `\n` alone, as they do for git.
 */
export function compareTexts(before: string, after: string, context = 3): string {
  if (before === after) return "";
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const matches = compareLines(distinct(old), distinct(fresh));
  return writeHunks(old, fresh, changesBetween(matches, old.lines.length, fresh.lines.length), context);
}

interface Text {
  readonly lines: readonly string[];
  readonly lacksNewline: boolean;
}

/** Returns the lines of a text without their line feeds, and whether its last line has none. */
export function splitLines(text: string): Text {
  if (text === "") return { lines: [], lacksNewline: false };
  const lacksNewline = !text.endsWith("\n");
  const lines = text.split("\n");
  if (!lacksNewline) lines.pop();
  return { lines, lacksNewline };
}

/** A last line without a newline is another line than the same text with one. */
const distinct = ({ lines, lacksNewline }: Text): readonly string[] =>
  lacksNewline
    ? [
        ...lines.slice(0, -1),
        `${lines.at(-1)}
`,
      ]
    : lines;

interface Change {
  readonly old: number;
  readonly oldEnd: number;
  readonly new: number;
  readonly newEnd: number;
}

function changesBetween(matches: readonly CommonLines[], oldCount: number, newCount: number): Change[] {
  const changes: Change[] = [];
  let [old, fresh] = [0, 0];
  for (const match of [...matches, { old: oldCount, new: newCount, length: 0 }]) {
    if (match.old > old || match.new > fresh)
      changes.push({ old, oldEnd: match.old, new: fresh, newEnd: match.new });
    old = match.old + match.length;
    fresh = match.new + match.length;
  }
  return changes;
}

function writeHunks(old: Text, fresh: Text, changes: readonly Change[], context: number): string {
  const out: string[] = [];
  for (let i = 0; i < changes.length; ) {
    let last = i;
    while (
      last + 1 < changes.length &&
      (changes[last + 1]?.old ?? 0) - (changes[last]?.oldEnd ?? 0) <= context * 2
    )
      last++;
    const [first, end] = [changes[i], changes[last]];
    if (!first || !end) break;
    const before = Math.min(context, first.old);
    const after = Math.min(context, old.lines.length - end.oldEnd);
    const oldStart = first.old - before;
    const oldCount = end.oldEnd + after - oldStart;
    const newStart = first.new - before;
    const newCount = end.newEnd + after - newStart;
    out.push(`@@ -${span(oldStart, oldCount)} +${span(newStart, newCount)} @@`);
    let at = oldStart;
    for (const change of changes.slice(i, last + 1)) {
      for (; at < change.old; at++) out.push(...line(" ", old, at));
      for (; at < change.oldEnd; at++) out.push(...line("-", old, at));
      for (let n = change.new; n < change.newEnd; n++) out.push(...line("+", fresh, n));
    }
    for (; at < end.oldEnd + after; at++) out.push(...line(" ", old, at));
    i = last + 1;
  }
  return out.length > 0 ? `${out.join("\n")}\n` : "";
}

/** A hunk's range as git writes it: an empty one is numbered by the line before it. */
const span = (start: number, count: number): string =>
  count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;

const line = (sign: string, { lines, lacksNewline }: Text, at: number): string[] =>
  lacksNewline && at === lines.length - 1
    ? [sign + lines[at], "\\ No newline at end of file"]
    : [sign + lines[at]];

/** Returns the line numbers, from 1, of one text's lines in another; null where they were changed or removed. */
export function mapLines(before: string, after: string, lines: readonly number[]): (number | null)[] {
  const matches = compareLines(splitLines(before).lines, splitLines(after).lines);
  return lines.map((line) => {
    const match = matches.find(({ old, length }) => line > old && line <= old + length);
    return match ? match.new + (line - match.old) : null;
  });
}
