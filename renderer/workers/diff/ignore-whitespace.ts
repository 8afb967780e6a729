import { compareLines } from "../../../shared/diff/compare-lines.ts";
import { type ParsedPatch, PatchRows, rowKind } from "./parse-patch.ts";

/** The same patch with lines that differ in blanks alone shown as unchanged, in their new form. */
export function ignoreWhitespace(patch: ParsedPatch): ParsedPatch {
  const { text, count, kinds, oldLines, newLines, starts, ends, lacksNewline } = patch;
  const rows = new PatchRows(count);
  const keep = (row: number, kind = kinds[row] ?? 0, oldLine = oldLines[row] ?? 0) => {
    rows.push(kind as 0 | 1 | 2 | 3, oldLine, newLines[row] ?? 0, starts[row] ?? 0, ends[row] ?? 0);
    if (lacksNewline[row] === 1) rows.markLacksNewline();
  };
  const bare = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      text.slice(starts[from + i], ends[from + i]).replace(/\s+/g, ""),
    );
  for (let row = 0; row < count; ) {
    if (kinds[row] !== rowKind.removed && kinds[row] !== rowKind.added) {
      keep(row++);
      continue;
    }
    const removed = row;
    while (row < count && kinds[row] === rowKind.removed) row++;
    const added = row;
    while (row < count && kinds[row] === rowKind.added) row++;
    let [o, n] = [removed, added];
    for (const match of compareLines(bare(removed, added), bare(added, row))) {
      while (o < removed + match.old) keep(o++);
      while (n < added + match.new) keep(n++);
      for (let i = 0; i < match.length; i++) keep(n++, rowKind.context, oldLines[o++] ?? 0);
    }
    while (o < added) keep(o++);
    while (n < row) keep(n++);
  }
  return rows.finish(text);
}
