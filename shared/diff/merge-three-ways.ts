import { compareLines } from "./compare-lines.ts";

/** Lines of one side: from `from` up to, but without, `to`. */
interface LineSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * A region of a three-way merge, with its lines on each side: nobody changed it, one side did, both changed it alike
 * (`theirs`), or both changed it differently.
 */
interface MergeRegion {
  readonly kind: "same" | "mine" | "theirs" | "conflict";
  readonly base: LineSpan;
  readonly mine: LineSpan;
  readonly theirs: LineSpan;
}

/**
 * Returns the regions of the merge of two sides with one base, in order and without gaps. The one three-way merge of the
 * page: of texts for the user to choose from, and of thousands of files in the diff worker. Lines are compared by the
 * project's own `compareLines`, whose time has a limit on hostile texts; node-diff3's has none.
 */
export function mergeThreeWays(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): MergeRegion[] {
  const [toMine, toTheirs] = [counterparts(base, mine), counterparts(base, theirs)];
  const regions: MergeRegion[] = [];
  let [b, m, t] = [0, 0, 0];
  const add = (kind: MergeRegion["kind"], bEnd: number, mEnd: number, tEnd: number) => {
    regions.push({
      kind,
      base: { from: b, to: bEnd },
      mine: { from: m, to: mEnd },
      theirs: { from: t, to: tEnd },
    });
    [b, m, t] = [bEnd, mEnd, tEnd];
  };
  while (b < base.length || m < mine.length || t < theirs.length) {
    let length = 0;
    while (
      b + length < base.length &&
      toMine[b + length] === m + length &&
      toTheirs[b + length] === t + length
    )
      length++;
    if (length > 0) {
      add("same", b + length, m + length, t + length);
      continue;
    }
    // Up to the next line of the base that both sides have.
    let end = b;
    while (end < base.length && !((toMine[end] ?? -1) >= m && (toTheirs[end] ?? -1) >= t)) end++;
    const mEnd = end < base.length ? (toMine[end] ?? 0) : mine.length;
    const tEnd = end < base.length ? (toTheirs[end] ?? 0) : theirs.length;
    const was = base.slice(b, end);
    const mineNow = mine.slice(m, mEnd);
    const theirsNow = theirs.slice(t, tEnd);
    if (areEqual(was, mineNow) || areEqual(mineNow, theirsNow)) add("theirs", end, mEnd, tEnd);
    else add(areEqual(was, theirsNow) ? "mine" : "conflict", end, mEnd, tEnd);
  }
  return regions;
}

/** Returns, for each line of one side, its index in the other; -1 where it was removed. */
function counterparts(from: readonly string[], to: readonly string[]): Int32Array {
  const found = new Int32Array(from.length).fill(-1);
  for (const { old, new: fresh, length } of compareLines(from, to))
    for (let i = 0; i < length; i++) found[old + i] = fresh + i;
  return found;
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i]);
