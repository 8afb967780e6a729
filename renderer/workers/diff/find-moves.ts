import type { FileDiff } from "./diff-rows.ts";
import { type ParsedPatch, rowKind } from "./parse-patch.ts";

/** Lines that have to follow each other elsewhere to count as moved. */
const least = 3;
/** Places of the same line that are tried. */
const tries = 8;

interface Place {
  readonly file: number;
  readonly row: number;
}

/**
 * Finds runs of removed lines that were added elsewhere in the same order, blanks aside, and tells both ends.
 * Answers the indexes of the files that have some.
 */
export function findMoves(files: readonly FileDiff[]): number[] {
  const added = new Map<string, Place[]>();
  for (const [file, { patch }] of files.entries()) {
    for (let row = 0; row < patch.count; row++) {
      if (patch.kinds[row] !== rowKind.added) continue;
      const line = lineAt(patch, row);
      if (line.length < 8) continue;
      const places = added.get(line);
      if (!places) added.set(line, [{ file, row }]);
      else if (places.length < tries) places.push({ file, row });
    }
  }
  const touched = new Set<number>();
  for (const [file, from] of files.entries()) {
    const { patch } = from;
    for (let row = 0; row < patch.count; ) {
      const best = patch.kinds[row] === rowKind.removed ? longest(files, added, file, row) : null;
      if (!best) {
        row++;
        continue;
      }
      const to = files[best.place.file];
      for (let i = 0; i < best.length; i++) {
        const target = best.place.row + i;
        from.moved.set(row + i, `Moved to ${to?.path}:${to?.patch.newLines[target]}`);
        to?.moved.set(target, `Moved from ${from.path}:${patch.oldLines[row + i]}`);
      }
      touched.add(file).add(best.place.file);
      row += best.length;
    }
  }
  return [...touched];
}

function longest(
  files: readonly FileDiff[],
  added: ReadonlyMap<string, readonly Place[]>,
  file: number,
  row: number,
): { readonly place: Place; readonly length: number } | null {
  const from = files[file];
  if (!from) return null;
  let best: { place: Place; length: number } | null = null;
  for (const place of added.get(lineAt(from.patch, row)) ?? []) {
    const to = files[place.file];
    if (!to) continue;
    let length = 0;
    while (
      from.patch.kinds[row + length] === rowKind.removed &&
      to.patch.kinds[place.row + length] === rowKind.added &&
      !to.moved.has(place.row + length) &&
      lineAt(from.patch, row + length) === lineAt(to.patch, place.row + length)
    )
      length++;
    if (length >= least && length > (best?.length ?? 0)) best = { place, length };
  }
  return best;
}

const lineAt = ({ text, starts, ends }: ParsedPatch, row: number): string =>
  text.slice(starts[row], ends[row]).trim();
