import { diffArrays } from "diff";

/** A run of lines that both sides have, by the index at which it begins on each. */
export interface CommonLines {
  readonly old: number;
  readonly new: number;
  readonly length: number;
}

interface Span {
  readonly old: number;
  readonly oldEnd: number;
  readonly new: number;
  readonly newEnd: number;
}

/** Edits within one stretch between anchors beyond which it counts as replaced whole. */
const mostEdits = 2_000;

/**
 * Matches the lines of two texts: common ends first, then lines that are unique on both sides as anchors (patience),
 * then edits between them. Stays quick on texts of a hundred thousand lines.
 */
export function compareLines(before: readonly string[], after: readonly string[]): CommonLines[] {
  return compareNumbers(...number(before, after));
}

/** {@link compareLines} of lines that are numbers, the same ones for equal lines; none is negative. */
export function compareNumbers(old: Int32Array, fresh: Int32Array): CommonLines[] {
  const matches: CommonLines[] = [];
  match({ old: 0, oldEnd: old.length, new: 0, newEnd: fresh.length });
  return join(matches);

  function match(span: Span): void {
    let { old: o, oldEnd, new: n, newEnd } = span;
    const head = o;
    while (o < oldEnd && n < newEnd && old[o] === fresh[n]) {
      o++;
      n++;
    }
    if (o > head) matches.push({ old: head, new: n - (o - head), length: o - head });
    let tail = 0;
    while (oldEnd > o && newEnd > n && old[oldEnd - 1] === fresh[newEnd - 1]) {
      oldEnd--;
      newEnd--;
      tail++;
    }
    if (o < oldEnd && n < newEnd) matchMiddle({ old: o, oldEnd, new: n, newEnd });
    if (tail > 0) matches.push({ old: oldEnd, new: newEnd, length: tail });
  }

  function matchMiddle(span: Span): void {
    const anchors = anchorsOf(old, fresh, span);
    if (anchors.length === 0) {
      edit(span);
      return;
    }
    let [o, n] = [span.old, span.new];
    for (const anchor of [...anchors, [span.oldEnd, span.newEnd] as const]) {
      match({ old: o, oldEnd: anchor[0], new: n, newEnd: anchor[1] });
      if (anchor[0] < span.oldEnd) matches.push({ old: anchor[0], new: anchor[1], length: 1 });
      [o, n] = [anchor[0] + 1, anchor[1] + 1];
    }
  }

  function edit(span: Span): void {
    const parts = diffArrays(
      [...old.subarray(span.old, span.oldEnd)],
      [...fresh.subarray(span.new, span.newEnd)],
      { maxEditLength: mostEdits },
    );
    let [o, n] = [span.old, span.new];
    for (const { count, added, removed } of parts ?? []) {
      if (!added && !removed) matches.push({ old: o, new: n, length: count });
      if (!added) o += count;
      if (!removed) n += count;
    }
  }
}

/** Equal lines become equal numbers, which compare at once. */
function number(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const of = (lines: readonly string[]) => {
    const result = new Int32Array(lines.length);
    for (const [i, line] of lines.entries()) {
      let known = numbers.get(line);
      if (known === undefined) {
        known = numbers.size;
        numbers.set(line, known);
      }
      result[i] = known;
    }
    return result;
  };
  return [of(before), of(after)];
}

/** Returns lines that occur once on each side of a stretch, in the same order on both. */
function anchorsOf(old: Int32Array, fresh: Int32Array, span: Span): (readonly [number, number])[] {
  const positions = new Map<number, [old: number, fresh: number]>();
  const record = (value: number, side: 0 | 1, at: number) => {
    const known = positions.get(value) ?? [-1, -1];
    known[side] = known[side] === -1 ? at : -2;
    positions.set(value, known);
  };
  for (let at = span.old; at < span.oldEnd; at++) record(old[at] ?? -1, 0, at);
  for (let at = span.new; at < span.newEnd; at++) record(fresh[at] ?? -1, 1, at);
  const both = [...positions.values()].filter(([o, n]) => o >= 0 && n >= 0);
  return longestRising(both.sort((a, b) => a[0] - b[0]));
}

/** The longest run of pairs whose second numbers rise, by patience sorting. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const piles: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [i, pair] of pairs.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[piles[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[i] = piles[low - 1] ?? -1;
    piles[low] = i;
  }
  const rising: (readonly [number, number])[] = [];
  for (let at = piles.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

/** Runs that follow each other without a gap become one. */
function join(matches: readonly CommonLines[]): CommonLines[] {
  const joined: CommonLines[] = [];
  for (const match of matches) {
    const last = joined.at(-1);
    if (last && last.old + last.length === match.old && last.new + last.length === match.new)
      joined[joined.length - 1] = { ...last, length: last.length + match.length };
    else if (match.length > 0) joined.push(match);
  }
  return joined;
}
