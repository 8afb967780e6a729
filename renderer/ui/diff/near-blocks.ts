import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { type DiffLayout, type FileLayout, filePositionAt, visibleRows } from "./diff-layout.ts";
import type { RowBlock } from "./use-diff-rows.ts";

/** Rows that are fetched at once, in blocks of a fixed size, so that none is read twice. */
const blockRows = 50;
/**
 * Pixels beyond the drawn rows within which rows are fetched, so that they are there, with colours, when they are
 * drawn.
 */
const lookAheadPx = 1_000;

/** Returns the files that a range of heights touches. */
export function filesBetween(
  { fileLayouts }: DiffLayout,
  [from, to]: readonly [number, number],
): readonly FileLayout[] {
  return fileLayouts.slice(filePositionAt(fileLayouts, from), filePositionAt(fileLayouts, to) + 1);
}

/** Returns the blocks of rows near a range of heights; before anything was read, the topmost one. */
export function nearBlocks(
  layout: DiffLayout,
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  [from, to]: readonly [number, number],
): RowBlock[] {
  const index = layout.fileLayouts[0]?.index ?? 0;
  const first = files[index];
  if (first && summaries.length === 0)
    return [{ file: index, path: pathOf(first), from: 0, to: blockRows, summary: undefined }];
  const near = [from - lookAheadPx, to + lookAheadPx] as const;
  return filesBetween(layout, near).flatMap((fileLayout) => {
    const file = files[fileLayout.index];
    if (!file || fileLayout.body === 0 || fileLayout.note !== null) return [];
    const [start, end] = visibleRows(fileLayout, near[0], near[1], blockRows);
    return Array.from({ length: Math.ceil((end - start) / blockRows) }, (_, i) => ({
      file: fileLayout.index,
      path: pathOf(file),
      from: start + i * blockRows,
      to: Math.min(end, start + (i + 1) * blockRows),
      summary: summaries[fileLayout.index],
    }));
  });
}
