import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { type DiffLayout, fileIndexAt, heights, rowTop } from "./diff-layout.ts";
import type { DiffMode } from "./diff-model.ts";

/** A run of changed lines: the file and the row at which it begins. */
export interface DiffStep {
  readonly file: number;
  readonly row: number;
}

const runsOf = (summary: DiffSummary | undefined, mode: DiffMode): readonly number[] =>
  (mode === "split" ? summary?.splitChanges : summary?.unifiedChanges) ?? [];

/** The change after (`1`) or before (`-1`) a step across all files; null at the end. Collapsed files are passed over. */
export function nextStep(
  layout: DiffLayout,
  summaries: readonly (DiffSummary | undefined)[],
  mode: DiffMode,
  from: DiffStep,
  direction: 1 | -1,
): DiffStep | null {
  for (let file = from.file; file >= 0 && file < layout.places.length; file += direction) {
    if ((layout.places[file]?.body ?? 0) === 0) continue;
    const runs = runsOf(summaries[file], mode);
    const row =
      file !== from.file
        ? runs.at(direction === 1 ? 0 : -1)
        : direction === 1
          ? runs.find((run) => run > from.row)
          : runs.findLast((run) => run < from.row);
    if (row !== undefined) return { file, row };
  }
  return null;
}

/** Height at which a row stands. */
export function topOf({ places }: DiffLayout, { file, row }: DiffStep): number {
  const place = places[file];
  return place ? place.top + heights.header + rowTop(place, row) : 0;
}

/** The step that stands at a height, where no other was taken. */
export function stepAt({ places }: DiffLayout, y: number): DiffStep {
  const file = fileIndexAt(places, y);
  const inside = y - (places[file]?.top ?? 0) - heights.header;
  return { file, row: Math.floor(inside / heights.row) - 1 };
}
