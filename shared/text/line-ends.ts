import { compareLines } from "../diff/compare-lines.ts";
import type { Optional } from "../optional.ts";

/** Lines of an edit, from 0: `from` to `to` (inclusive) of the text before became `count` lines. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The lines of a text, and the end of each; the last line has an empty one. */
interface SplitText {
  readonly lines: readonly string[];
  readonly ends: readonly string[];
}

const mark = "\ufeff";
const anyEnd = /\r\n|\n|\r/g;

/** Returns a text as editors have it: without its byte-order mark, each line ending with LF. */
export const toTyped = (text: string): string => withoutMark(text).replace(anyEnd, "\n");

/** Returns a text without a byte-order mark at its beginning. */
export const withoutMark = (text: string): string => (text.startsWith(mark) ? text.slice(1) : text);

/** Returns the lines of a text with their ends (LF, CRLF or CR); the last one may have none. */
export const splitKeepingEnds = (text: string): string[] =>
  text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

/** Returns the end of the first line of a text; LF where it has a single line. */
export const firstEnd = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";

/** Position of a change, so far as the editor knows it. */
type ChangedAt = Optional<{
  /** Index in what was typed behind the last change; of several ways to the same text it tells the right one. */
  caret: number;
  /** The changed lines. */
  changes: readonly LineChange[];
}>;

/** Characters of earlier states that are remembered for an undo. */
const maxPastLength = 20_000_000;

/**
 * Keeps the byte-order mark of a text and the ends of its lines while somebody edits it in an editor that has neither:
 * those of lines that were not edited stay, a changed line keeps its end, a new one has that of the line above it. A text
 * that was there before (an undo) is again what it was.
 */
export class LineKeeper {
  readonly #base: string;
  readonly #isMixed: boolean;
  readonly #past = new Map<string, string>();
  #pastLength = 0;

  /** `base` is the text as it is in the file; new lines end as its do where nothing else is left. */
  constructor(base: string) {
    this.#base = base;
    this.#isMixed = uniformEnd(base, base) === null;
  }

  /** Returns a text after it was edited, by what the editor has now ({@link toTyped}). */
  retype(text: string, typed: string, at: ChangedAt = {}): string {
    const first = (text === "" ? this.#base : text).startsWith(mark) ? mark : "";
    const uniform = uniformEnd(text, this.#base);
    if (uniform !== null && !this.#isMixed)
      return first + (uniform === "\n" ? typed : typed.replaceAll("\n", uniform));
    this.#remember(this.#base);
    this.#remember(text);
    const known = this.#past.get(typed);
    if (known !== undefined) return known;
    const before = split(text);
    const lines = typed.split("\n");
    const changes = at.changes ? joined(at.changes) : [changedLines(before.lines, lines, typed, at.caret)];
    const ends = newEnds(before, lines, changes, firstEnd(this.#base));
    return first + lines.map((line, i) => `${line}${ends[i]}`).join("");
  }

  #remember(text: string): void {
    const typed = toTyped(text);
    if (this.#past.has(typed)) return;
    this.#past.set(typed, text);
    this.#pastLength += text.length;
    for (const [known, { length }] of this.#past) {
      if (this.#pastLength <= maxPastLength) return;
      this.#past.delete(known);
      this.#pastLength -= length;
    }
  }
}

/** Returns the one end that all lines of a text have, that of `base` where it has no ended line; null where they differ. */
function uniformEnd(text: string, base: string): string | null {
  if (!text.includes("\r")) return text.includes("\n") ? "\n" : firstEnd(base);
  const end = firstEnd(text);
  for (const [found] of text.matchAll(anyEnd)) if (found !== end) return null;
  return end;
}

function split(text: string): SplitText {
  const lines: string[] = [];
  const ends: string[] = [];
  const body = withoutMark(text);
  let at = 0;
  for (const found of body.matchAll(anyEnd)) {
    lines.push(body.slice(at, found.index));
    ends.push(found[0]);
    at = found.index + found[0].length;
  }
  lines.push(body.slice(at));
  ends.push("");
  return { lines, ends };
}

/** Returns the lines in which two texts differ; of several ways, the one that ends in the line of the caret. */
function changedLines(
  before: readonly string[],
  after: readonly string[],
  typed: string,
  caret: number | undefined,
): LineChange {
  const shorter = Math.min(before.length, after.length);
  // A line that begins at the caret is below the change.
  const below =
    caret === undefined ? 0 : typed.slice(Math.max(0, caret - 1)).split("\n").length - (caret > 0 ? 1 : 0);
  let tail = 0;
  while (tail < Math.min(below, shorter) && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  let head = 0;
  while (head < shorter - tail && before[head] === after[head]) head++;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from: head, to: before.length - tail - 1, count: after.length - tail - head };
}

/** Returns changes in their order, those of one line as one. */
function joined(changes: readonly LineChange[]): LineChange[] {
  const result: LineChange[] = [];
  for (const change of changes.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (!last || change.from > last.to) result.push(change);
    // The line that both have is counted once.
    else
      result[result.length - 1] = {
        from: last.from,
        to: Math.max(last.to, change.to),
        count: last.count + change.count - (last.to - change.from + 1),
      };
  }
  return result;
}

function newEnds(
  before: SplitText,
  lines: readonly string[],
  changes: readonly LineChange[],
  fallback: string,
): string[] {
  const ends: string[] = [];
  let at = 0;
  for (const { from, to, count } of changes) {
    ends.push(...before.ends.slice(at, from));
    ends.push(
      ...endsOfChange(
        before.lines.slice(from, to + 1),
        before.ends.slice(from, to + 1),
        lines.slice(ends.length, ends.length + count),
      ),
    );
    at = to + 1;
  }
  ends.push(...before.ends.slice(at));
  for (let i = 0; i < lines.length - 1; i++) {
    ends[i] ||= ends[i - 1] || before.ends[0] || fallback;
    // A CR and the LF of an empty line below it would be one end.
    if (lines[i] === "" && ends[i] === "\n" && ends[i - 1] === "\r") ends[i] = "\r";
  }
  ends.length = lines.length;
  ends[lines.length - 1] = "";
  return ends;
}

/** Returns the ends of changed lines; empty for those that have no counterpart before the change. */
function endsOfChange(
  before: readonly string[],
  ends: readonly string[],
  after: readonly string[],
): string[] {
  const moved = new Map(before.map((line, i) => [line, ends[i]]));
  const result: string[] = [];
  let at = 0;
  const add = (old: number, fresh: number) => {
    const [had, has] = [old - at, fresh - result.length];
    for (let i = 0; i < has; i++) {
      // The last one ends where the last one ended.
      const from = i === has - 1 ? had - 1 : Math.min(i, had - 1);
      result.push(moved.get(after[result.length] ?? "") ?? (from < 0 ? "" : (ends[at + from] ?? "")));
    }
    at = old;
  };
  for (const { old, new: fresh, length } of compareLines(before, after)) {
    add(old, fresh);
    result.push(...ends.slice(old, old + length));
    at = old + length;
  }
  add(before.length, after.length);
  return result;
}
