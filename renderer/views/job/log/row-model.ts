import type { LineMap } from "./line-map.ts";

/** What a row of a log shows. */
export type RowItem =
  | { readonly kind: "line"; readonly line: number; readonly isContext: boolean }
  /** Lines `from` to `to`, exclusive, that are left out. */
  | { readonly kind: "gap"; readonly from: number; readonly to: number }
  /** Being read. */
  | { readonly kind: "pending" };

/** The rows that a log is drawn as. */
export interface RowModel {
  readonly rows: number;
  at(row: number): RowItem;
  /** The row of a line, or the one that stands for it. */
  rowOf(line: number): number | Promise<number>;
  /** Changes when lines that were there get other rows. */
  readonly version: string;
  /** Reads the rows in view, `to` exclusive, where they are not in memory anyway. */
  readonly request?: (from: number, to: number) => void;
}

/** Returns the line that a row shows, or begins with; null where that is not known. */
export function lineOfRow(model: RowModel, row: number): number | null {
  if (row < 0 || row >= model.rows) return null;
  const item = model.at(row);
  return item.kind === "line" ? item.line : item.kind === "gap" ? item.from : null;
}

/** All lines but those that are folded away. */
export const linesModel = (map: LineMap, version: string): RowModel => ({
  rows: map.rows,
  at: (row) => ({ kind: "line", line: map.lineAt(row), isContext: false }),
  rowOf: map.rowOf,
  version,
});
