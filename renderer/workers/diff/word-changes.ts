import { diffWordsWithSpace } from "diff";
import type { Ranges } from "../../../shared/diff/diff-types.ts";

/** Changes within a line that became another one; both empty where the lines have too little in common. */
export interface WordChanges {
  readonly old: Ranges;
  readonly new: Ranges;
}

const none: WordChanges = { old: [], new: [] };
/** Characters beyond which a line is not compared word by word. */
const maxComparedLength = 1_500;
/** Least part of the longer line that must have stayed for the marks to help rather than to flicker. */
const minSameShare = 0.3;

export function wordChanges(before: string, after: string): WordChanges {
  if (before === after || before.length > maxComparedLength || after.length > maxComparedLength) return none;
  const ranges = { old: [] as [number, number][], new: [] as [number, number][] };
  const at = { old: 0, new: 0 };
  let same = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after, { maxEditLength: 400 }) ?? []) {
    if (!added && !removed) {
      at.old += value.length;
      at.new += value.length;
      same += value.trim().length;
      continue;
    }
    const side = added ? "new" : "old";
    mark(ranges[side], at[side], at[side] + value.length);
    at[side] += value.length;
  }
  const length = Math.max(before.trim().length, after.trim().length);
  return length > 0 && same / length < minSameShare ? none : ranges;
}

/** Adds a range, joined to the last one where nothing is between. */
function mark(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === start) last[1] = end;
  else ranges.push([start, end]);
}
