import type { TraceDiffRow } from "../../../../shared/trace-types.ts";
import type { TraceDiff } from "../../../api/traces/line-reader.ts";

/** Rows that are read at once. */
const blockRows = 32;
/** Errors that are looked for: the first of them that is new is the failure. */
const maxErrors = 20;

/**
 * Returns the row of the first error, by its line from 0, that the other log does not have; null where every error is in
 * both logs. The lines on the right are in order, so that few rows are read of logs of any length.
 */
export async function failureRow(
  diff: Pick<TraceDiff, "rows" | "readRows">,
  errors: readonly number[],
): Promise<number | null> {
  for (const line of errors.slice(0, maxErrors)) {
    let [low, high] = [0, diff.rows];
    while (low < high) {
      const middle = Math.max(low, ((low + high) >> 1) - (blockRows >> 1));
      let end = middle;
      let onRight: readonly TraceDiffRow[] = [];
      while (onRight.length === 0 && end < high) {
        const rows = await diff.readRows(end, Math.min(high, end + blockRows));
        if (rows.length === 0) break;
        const found = rows.findIndex((row) => row.kind === "added" && row.right === line);
        if (found >= 0) return end + found;
        onRight = rows.filter(({ right }) => right !== null);
        end += rows.length;
      }
      const [first, last] = [onRight[0], onRight.at(-1)];
      // All that follows is on the left alone.
      if (first?.right == null || last?.right == null || line < first.right) high = middle;
      // Within these rows, but in both logs.
      else if (line < last.right + (last.kind === "fold" ? last.count : 1)) break;
      else low = end;
    }
  }
  return null;
}
