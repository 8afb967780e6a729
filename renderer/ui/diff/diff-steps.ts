import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { type DiffLayout, fileIndexAt, heights, layoutOf, rowTop } from "./diff-layout.ts";
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
  const { fileLayouts, positions } = layout;
  for (let at = positions[from.file] ?? 0; at >= 0 && at < fileLayouts.length; at += direction) {
    const { index: file = 0, body = 0 } = fileLayouts[at] ?? {};
    if (body === 0) continue;
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
export function topOf(layout: DiffLayout, { file, row }: DiffStep): number {
  const fileLayout = layoutOf(layout, file);
  return fileLayout ? fileLayout.top + heights.header + rowTop(fileLayout, row) : 0;
}

/** Returns the step at a position, where no other was taken. */
export function stepAt(layout: DiffLayout, y: number): DiffStep {
  const file = fileIndexAt(layout, y);
  const inside = y - (layoutOf(layout, file)?.top ?? 0) - heights.header;
  return { file, row: Math.floor(inside / heights.row) - 1 };
}
