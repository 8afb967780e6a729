import { type ParsedPatch, rowKind } from "./parse-patch.ts";

/** Rows of a side-by-side layout: two entries a line, the old row and the new one, -1 where a side is empty. */
export interface PairedRows {
  readonly pairs: Int32Array;
  readonly count: number;
  /** For each row of a changed pair, its partner; -1 for all others. */
  readonly partners: Int32Array;
}

/** Lays a diff out in two columns: within a change, the n-th removed line is beside the n-th added one. */
export function pairRows({ kinds, count }: ParsedPatch): PairedRows {
  const pairs = new Int32Array(count * 2);
  const partners = new Int32Array(count).fill(-1);
  let line = 0;
  const push = (left: number, right: number) => {
    pairs[line * 2] = left;
    pairs[line * 2 + 1] = right;
    line++;
  };
  for (let row = 0; row < count; ) {
    if (kinds[row] !== rowKind.removed && kinds[row] !== rowKind.added) {
      push(row, row);
      row++;
      continue;
    }
    const removed = row;
    while (row < count && kinds[row] === rowKind.removed) row++;
    const added = row;
    while (row < count && kinds[row] === rowKind.added) row++;
    const [left, right] = [added - removed, row - added];
    for (let i = 0; i < Math.max(left, right); i++) {
      push(i < left ? removed + i : -1, i < right ? added + i : -1);
      if (i < left && i < right) {
        partners[removed + i] = added + i;
        partners[added + i] = removed + i;
      }
    }
  }
  return { pairs: pairs.slice(0, line * 2), count: line, partners };
}
