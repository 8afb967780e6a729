import { type DiffFile, type FileAttributes, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { bodyNote, type DiffMode } from "./diff-model.ts";
import type { RowBlock } from "./use-diff-rows.ts";

export const heights = { header: 36, row: 20, note: 40, gap: 12 } as const;

/** An insert below a row (-1: above the first), which moves the rows after it down. */
interface InsertLayout {
  readonly key: string;
  readonly row: number;
  readonly height: number;
  /** Pixels from the first row's top. */
  readonly top: number;
  /** Nothing of its own: the room that the row's further lines take. */
  readonly isWrapped?: boolean;
}

/** Positions of a file's parts, in pixels from the list's top. */
export interface FileLayout {
  readonly index: number;
  readonly top: number;
  readonly rows: number;
  readonly note: string | null;
  readonly inserts: readonly InsertLayout[];
  /** Height below the header; 0 when collapsed. */
  readonly body: number;
}

export interface DiffLayout {
  /** From top to bottom. */
  readonly fileLayouts: readonly FileLayout[];
  /** Position of each file in `fileLayouts`, by its index; -1 for one that is not shown. */
  readonly positions: readonly number[];
  readonly height: number;
}

/** An insert without its position. */
export type LooseInsert = Omit<InsertLayout, "top">;

const none: readonly InsertLayout[] = [];

/**
 * Lays files out below each other, in an order of their indices. A file without a summary is its header alone; inserts
 * are listed by file, in the order of their rows.
 */
export function layoutDiff(
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  mode: DiffMode,
  collapsed: ReadonlySet<number>,
  inserts: ReadonlyMap<number, readonly LooseInsert[]> = new Map(),
  order: readonly number[] = [...files.keys()],
): DiffLayout {
  let top = 0;
  const fileLayouts: FileLayout[] = [];
  const positions: number[] = new Array(files.length).fill(-1);
  for (const index of order) {
    const file = files[index];
    if (!file) continue;
    const summary = summaries[index];
    const rows = (mode === "split" ? summary?.splitRows : summary?.unifiedRows) ?? 0;
    const note = rows > 0 ? null : bodyNote(file, summary);
    const open = !collapsed.has(index);
    const insertLayouts = layoutInserts(inserts.get(index) ?? none, rows, note !== null);
    const pushed = insertLayouts.reduce((sum, { height }) => sum + height, 0);
    const body = open && (note || rows > 0) ? (note ? heights.note : rows * heights.row) + pushed : 0;
    positions[index] = fileLayouts.length;
    fileLayouts.push({ index, top, rows, note, inserts: insertLayouts, body });
    top += heights.header + body + heights.gap;
  }
  return { fileLayouts, positions, height: Math.max(0, top - heights.gap) };
}

/** Returns whether two layouts of a file are equal. */
export const isSameLayout = (a: FileLayout, b: FileLayout): boolean =>
  a.index === b.index &&
  a.top === b.top &&
  a.rows === b.rows &&
  a.note === b.note &&
  a.inserts === b.inserts &&
  a.body === b.body;

function layoutInserts(
  inserts: readonly LooseInsert[],
  rows: number,
  noted: boolean,
): readonly InsertLayout[] {
  // Always the same array, so that files without inserts are not laid out again.
  if (inserts.length === 0) return none;
  let pushed = 0;
  return inserts
    .toSorted((a, b) => a.row - b.row)
    .map((insert) => {
      const row = Math.min(insert.row, rows - 1);
      const top = (noted ? heights.note : (row + 1) * heights.row) + pushed;
      pushed += insert.height;
      return { ...insert, row, top };
    });
}

/** Height at which a row begins, from the first row's top. */
export function rowTop({ inserts }: Pick<FileLayout, "inserts">, row: number): number {
  let top = row * heights.row;
  for (const insert of inserts) {
    if (insert.row >= row) break;
    top += insert.height;
  }
  return top;
}

/** The row that covers a height, or the one after the insert that does; may be outside of the file. */
export function rowAt(inserts: readonly InsertLayout[], y: number): number {
  let pushed = 0;
  for (const { top, height, row, isWrapped } of inserts) {
    if (y < top) break;
    if (y < top + height) return isWrapped ? row : row + 1;
    pushed += height;
  }
  return Math.floor((y - pushed) / heights.row);
}

/** Returns the layout of the file with an index. */
export const layoutOf = ({ fileLayouts, positions }: DiffLayout, index: number): FileLayout | undefined =>
  fileLayouts[positions[index] ?? -1];

/** Returns the index of the file at a height; the topmost one's above the top. */
export const fileIndexAt = ({ fileLayouts }: DiffLayout, y: number): number =>
  fileLayouts[filePositionAt(fileLayouts, y)]?.index ?? 0;

/** Returns the position of the file at a height; that of the topmost one above the top. */
export function filePositionAt(fileLayouts: readonly FileLayout[], y: number): number {
  let low = 0;
  let high = fileLayouts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((fileLayouts[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Rows of a file that are visible between two heights, widened to whole blocks so that scrolling seldom requests rows.
 */
export function visibleRows(
  fileLayout: FileLayout,
  from: number,
  to: number,
  block = 50,
): readonly [number, number] {
  const start = fileLayout.top + heights.header;
  const first = rowAt(fileLayout.inserts, from - start);
  const last = rowAt(fileLayout.inserts, to - start) + 1;
  const low = Math.max(0, Math.floor(first / block) * block);
  const high = Math.min(fileLayout.rows, Math.ceil(last / block) * block);
  return [Math.min(low, fileLayout.rows), Math.max(low, high)];
}

/** Rows that are fetched at once, in blocks of a fixed size, so that none is read twice. */
const blockRows = 50;
/**
 * Pixels beyond the drawn rows within which rows are fetched, so that they are there, with colours, when they are
 * drawn.
 */
export const lookAheadPx = 1_000;

/** Returns the files that a range of heights touches. */
export function filesBetween(
  { fileLayouts }: DiffLayout,
  [from, to]: readonly [number, number],
): readonly FileLayout[] {
  return fileLayouts.slice(filePositionAt(fileLayouts, from), filePositionAt(fileLayouts, to) + 1);
}

/**
 * Returns the blocks of rows near a range of heights, those within it first; before anything was read, the topmost one.
 */
export function nearBlocks(
  layout: DiffLayout,
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  [from, to]: readonly [number, number],
  attributes: ReadonlyMap<string, FileAttributes>,
): RowBlock[] {
  const index = layout.fileLayouts[0]?.index ?? 0;
  const first = files[index];
  const nameOf = (file: DiffFile) => {
    const path = pathOf(file);
    return { path, language: attributes.get(path)?.language };
  };
  if (first && summaries.length === 0)
    return [{ file: index, ...nameOf(first), from: 0, to: blockRows, summary: undefined }];
  const near = [from - lookAheadPx, to + lookAheadPx] as const;
  const blocks = filesBetween(layout, near).flatMap((fileLayout) => {
    const file = files[fileLayout.index];
    if (!file || fileLayout.body === 0 || fileLayout.note !== null) return [];
    const [start, end] = visibleRows(fileLayout, near[0], near[1], blockRows);
    return Array.from({ length: Math.ceil((end - start) / blockRows) }, (_, i) => ({
      file: fileLayout.index,
      ...nameOf(file),
      from: start + i * blockRows,
      to: Math.min(end, start + (i + 1) * blockRows),
      summary: summaries[fileLayout.index],
    }));
  });
  const isWithin = (block: RowBlock): boolean => {
    const fileLayout = layoutOf(layout, block.file);
    if (!fileLayout) return false;
    const top = fileLayout.top + heights.header;
    return top + rowTop(fileLayout, block.from) < to && top + rowTop(fileLayout, block.to) > from;
  };
  const [within, beyond] = [blocks.filter(isWithin), blocks.filter((block) => !isWithin(block))];
  return [...within, ...beyond];
}
