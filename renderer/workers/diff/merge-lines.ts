import { mergeThreeWays } from "../../../shared/diff/merge-three-ways.ts";

/** Lines of two sides, merged on their base. */
export interface MergedLines {
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
