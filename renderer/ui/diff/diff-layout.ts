import { bodyNote, type DiffFile, type DiffMode, type DiffSummary } from "./diff-model.ts";

export const heights = { header: 36, row: 20, note: 40, gap: 12 } as const;

/** Where a file's parts stand, in pixels from the list's top. */
export interface FilePlace {
  readonly index: number;
  readonly top: number;
  readonly rows: number;
  readonly note: string | null;
  /** Height of what stands below the header; 0 when collapsed. */
  readonly body: number;
}

export interface DiffLayout {
  readonly places: readonly FilePlace[];
  readonly height: number;
}

/** Lays files out below each other. A file whose summary has not come yet is its header alone. */
export function layoutDiff(
  files: readonly DiffFile[],
  summaries: readonly (DiffSummary | undefined)[],
  mode: DiffMode,
  collapsed: ReadonlySet<number>,
): DiffLayout {
  let top = 0;
  const places = files.map((file, index) => {
    const summary = summaries[index];
    const rows = (mode === "split" ? summary?.splitRows : summary?.unifiedRows) ?? 0;
    const note = rows > 0 ? null : bodyNote(file, summary);
    const open = !collapsed.has(index);
    const body = open ? (note ? heights.note : rows * heights.row) : 0;
    const place = { index, top, rows, note, body };
    top += heights.header + body + heights.gap;
    return place;
  });
  return { places, height: Math.max(0, top - heights.gap) };
}

/** Index of the file at a height; the first one above the top. */
export function placeAt(places: readonly FilePlace[], y: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rows of a file that are visible between two heights, widened to whole blocks so that scrolling asks rarely. */
export function visibleRows(
  place: FilePlace,
  from: number,
  to: number,
  block = 50,
): readonly [number, number] {
  const start = place.top + heights.header;
  const first = Math.floor((from - start) / heights.row);
  const last = Math.ceil((to - start) / heights.row);
  const low = Math.max(0, Math.floor(first / block) * block);
  const high = Math.min(place.rows, Math.ceil(last / block) * block);
  return [Math.min(low, place.rows), Math.max(low, high)];
}
