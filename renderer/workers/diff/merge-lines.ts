import { compareLines } from "../../../shared/diff/compare-lines.ts";

/** Lines of two sides joined upon what both came from. */
export interface MergedLines {
  readonly lines: readonly string[];
  /** For each line, its index in `theirs`; -1 where `ours` brought it. */
  readonly fromTheirs: readonly number[];
  /** Stretches that both sides changed differently, for which `theirs` was taken. */
  readonly conflicts: number;
}

/** Applies what `ours` changed in `base` to `theirs`; where both changed the same lines, `theirs` stays. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergedLines {
  const [toOurs, toTheirs] = [index(base, ours), index(base, theirs)];
  const lines: string[] = [];
  const fromTheirs: number[] = [];
  let conflicts = 0;
  let [b, o, t] = [0, 0, 0];
  const takeTheirs = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      lines.push(theirs[at] ?? "");
      fromTheirs.push(at);
    }
  };
  const takeOurs = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      lines.push(ours[at] ?? "");
      fromTheirs.push(-1);
    }
  };
  while (b < base.length || o < ours.length || t < theirs.length) {
    if (b < base.length && toOurs[b] === o && toTheirs[b] === t) {
      takeTheirs(t, t + 1);
      [b, o, t] = [b + 1, o + 1, t + 1];
      continue;
    }
    // Up to the next line of the base that both sides kept.
    let end = b;
    while (end < base.length && !((toOurs[end] ?? -1) >= o && (toTheirs[end] ?? -1) >= t)) end++;
    const oEnd = end < base.length ? (toOurs[end] ?? 0) : ours.length;
    const tEnd = end < base.length ? (toTheirs[end] ?? 0) : theirs.length;
    const was = base.slice(b, end);
    const oursNow = ours.slice(o, oEnd);
    const theirsNow = theirs.slice(t, tEnd);
    if (equal(was, oursNow) || equal(oursNow, theirsNow)) takeTheirs(t, tEnd);
    else if (equal(was, theirsNow)) takeOurs(o, oEnd);
    else {
      conflicts++;
      takeTheirs(t, tEnd);
    }
    [b, o, t] = [end, oEnd, tEnd];
  }
  return { lines, fromTheirs, conflicts };
}

/** For each line of one side its index in the other; -1 where it was removed. */
function index(from: readonly string[], to: readonly string[]): Int32Array {
  const counterparts = new Int32Array(from.length).fill(-1);
  for (const { old, new: fresh, length } of compareLines(from, to))
    for (let i = 0; i < length; i++) counterparts[old + i] = fresh + i;
  return counterparts;
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i]);
