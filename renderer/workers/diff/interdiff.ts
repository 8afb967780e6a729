import { compareLines } from "../../../shared/diff/compare-lines.ts";
import { mergeThreeWays } from "../../../shared/diff/merge-three-ways.ts";
import { compareTexts, splitLines } from "./compare-texts.ts";

/** Line numbers, from 1, that are not from the change's author: of the old side and of the new. */
export interface FadedLines {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** A file in one version of a change: before it, and after it. Empty where it does not exist. */
interface VersionTexts {
  readonly base: string;
  readonly head: string;
}

/** Change of a file between two versions. */
export interface Interdiff {
  /** Diff from the older head to the newer one, changes of a rebase included. */
  readonly diff: string;
  /** Its lines that are from the target branch, not the author. */
  readonly faded: FadedLines;
  /** Whether the author changed anything here. */
  readonly authored: boolean;
  /** Stretches that target and author both changed, where the two cannot be distinguished. */
  readonly unclear: number;
}

/**
 * Compares two versions of a change across a rebase. The older change is applied to the newer base; what still differs
 * from the newer head is the author's, the rest is from the base.
 */
export function interdiff(from: VersionTexts, to: VersionTexts): Interdiff {
  const diff = compareTexts(from.head, to.head);
  if (from.base === to.base) return { diff, faded: { old: [], new: [] }, authored: diff !== "", unclear: 0 };
  const [older, newer] = [splitLines(from.head).lines, splitLines(to.head).lines];
  const carried = mergeLines(splitLines(from.base).lines, splitLines(to.base).lines, older);
  const authorOld = new Uint8Array(older.length);
  const notAuthors = new Uint8Array(newer.length);
  const isKept = new Uint8Array(older.length);
  const same = new Uint8Array(carried.lines.length);
  for (const match of compareLines(carried.lines, newer)) {
    for (let i = 0; i < match.length; i++) {
      same[match.old + i] = 1;
      notAuthors[match.new + i] = 1;
    }
  }
  for (const [at, source] of carried.fromTheirs.entries()) {
    if (source < 0) continue;
    isKept[source] = 1;
    if (same[at] === 0) authorOld[source] = 1;
  }
  const numbers = (count: number, wanted: (index: number) => boolean) =>
    Array.from({ length: count }, (_, i) => i + 1).filter((number) => wanted(number - 1));
  return {
    diff,
    faded: {
      old: numbers(older.length, (i) => isKept[i] === 0 && authorOld[i] === 0),
      new: numbers(newer.length, (i) => notAuthors[i] === 1),
    },
    authored: same.includes(0) || notAuthors.includes(0),
    unclear: carried.conflicts,
  };
}

/** Lines of two sides, merged on their base. */
interface MergedLines {
  readonly lines: readonly string[];
  /** For each line, its index in `theirs`; -1 where it is from `ours`. */
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
  const lines: string[] = [];
  const fromTheirs: number[] = [];
  let conflicts = 0;
  for (const region of mergeThreeWays(base, ours, theirs)) {
    const isOurs = region.kind === "mine";
    const [side, span] = isOurs ? [ours, region.mine] : [theirs, region.theirs];
    if (region.kind === "conflict") conflicts++;
    for (let at = span.from; at < span.to; at++) {
      lines.push(side[at] ?? "");
      fromTheirs.push(isOurs ? -1 : at);
    }
  }
  return { lines, fromTheirs, conflicts };
}
