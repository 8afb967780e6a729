import type { LineMap } from "./line-map.ts";

/** The content of a row of a log. */
export type RowItem =
  | { readonly kind: "line"; readonly line: number; readonly isContext: boolean }
  /** Lines `from` to `to`, exclusive, that are left out. */
  | { readonly kind: "gap"; readonly from: number; readonly to: number }
  /** Being read. */
  | { readonly kind: "pending" };

/** The rows of a log. */
export interface RowModel {
  readonly rows: number;
  at(row: number): RowItem;
  /** The row of a line, or of the header or gap that hides it. */
  rowOf(line: number): number | Promise<number>;
  /** Changes when existing lines get other rows. */
  readonly version: string;
  /** Reads the rows in view, `to` exclusive, unless they are in memory. */
  readonly request?: (from: number, to: number) => void;
}

/** Returns the line of a row, the first one of a gap; null where it is not known. */
export function lineOfRow(model: RowModel, row: number): number | null {
  if (row < 0 || row >= model.rows) return null;
  const item = model.at(row);
  return item.kind === "line" ? item.line : item.kind === "gap" ? item.from : null;
}

/** All lines but folded ones. */
export const linesModel = (map: LineMap, version: string): RowModel => ({
  rows: map.rows,
  at: (row) => ({ kind: "line", line: map.lineAt(row), isContext: false }),
  rowOf: map.rowOf,
  version,
});
