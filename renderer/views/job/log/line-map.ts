import type { TraceSection } from "../../../../shared/trace-types.ts";

/** Maps the rows of a log to its lines, without those of folded sections. */
interface LineMap {
  readonly rows: number;
  /** The line that a row shows. */
  lineAt(row: number): number;
  /** The row of a line; of the section's header where the line is folded. */
  rowOf(line: number): number;
  isHidden(line: number): boolean;
}

/** Lines `from` to `to`, exclusive, that are folded away. */
interface FoldedLines {
  readonly from: number;
  readonly to: number;
}

/** Returns the hidden lines: those after each folded section's header, nested ones counted once. */
export function hiddenLines(
  sections: readonly TraceSection[],
  isFolded: (index: number) => boolean,
  lines: number,
): FoldedLines[] {
  const hidden: { from: number; to: number }[] = [];
  for (const [index, section] of sections.entries()) {
    if (!isFolded(index)) continue;
    const from = section.from + 1;
    const to = Math.min(section.to ?? lines, lines);
    const last = hidden.at(-1);
    if (to <= from || (last && to <= last.to)) continue;
    if (last && from <= last.to) last.to = to;
    else hidden.push({ from, to });
  }
  return hidden;
}

/** Maps rows to lines; `hidden` is in order and without overlaps. */
export function createLineMap(lines: number, hidden: readonly FoldedLines[]): LineMap {
  if (hidden.length === 0) {
    return { rows: lines, lineAt: (row) => row, rowOf: (line) => line, isHidden: () => false };
  }
  // Rows before each hidden part.
  const rowsBefore: number[] = [];
  let gone = 0;
  for (const { from, to } of hidden) {
    rowsBefore.push(from - gone);
    gone += to - from;
  }
  /** Returns the number of leading hidden parts for which `isBefore` is true. */
  const countWhile = (isBefore: (index: number) => boolean): number => {
    let low = 0;
    let high = hidden.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const goneBefore = (parts: number): number => {
    const last = hidden[parts - 1];
    return last ? last.to - (rowsBefore[parts - 1] ?? 0) : 0;
  };
  const partOf = (line: number) => {
    const part = hidden[countWhile((index) => (hidden[index]?.to ?? 0) <= line)];
    return part && line >= part.from ? part : undefined;
  };
  return {
    rows: lines - gone,
    lineAt: (row) => row + goneBefore(countWhile((index) => (rowsBefore[index] ?? 0) <= row)),
    rowOf(line) {
      const visible = partOf(line) ? (partOf(line)?.from ?? 1) - 1 : line;
      return visible - goneBefore(countWhile((index) => (hidden[index]?.to ?? 0) <= visible));
    },
    isHidden: (line) => partOf(line) !== undefined,
  };
}

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
