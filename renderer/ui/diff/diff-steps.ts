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
  for (let file = from.file; file >= 0 && file < layout.fileLayouts.length; file += direction) {
    if ((layout.fileLayouts[file]?.body ?? 0) === 0) continue;
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

/** Position of a row in pixels. */
export function topOf({ fileLayouts }: DiffLayout, { file, row }: DiffStep): number {
  const fileLayout = fileLayouts[file];
  return fileLayout ? fileLayout.top + heights.header + rowTop(fileLayout, row) : 0;
}

/** Returns the step at a position, where no other was taken. */
export function stepAt({ fileLayouts }: DiffLayout, y: number): DiffStep {
  const file = fileIndexAt(fileLayouts, y);
  const inside = y - (fileLayouts[file]?.top ?? 0) - heights.header;
  return { file, row: Math.floor(inside / heights.row) - 1 };
}
