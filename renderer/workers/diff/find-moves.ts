import type { ParsedFileDiff } from "./diff-rows.ts";
import { type ParsedPatch, rowKind } from "./parse-patch.ts";

/** Minimum number of consecutive lines that count as moved. */
const minLines = 3;
/** Maximum occurrences of a line that are compared. */
const maxOccurrences = 8;

interface RowAddress {
  readonly file: number;
  readonly row: number;
}

/**
 * Marks runs of removed lines that were added elsewhere in the same order, ignoring whitespace, at both ends. Returns
 * the indexes of the files that have some.
 */
export function findMoves(files: readonly ParsedFileDiff[]): number[] {
  const added = new Map<string, RowAddress[]>();
  for (const [file, { patch }] of files.entries()) {
    for (let row = 0; row < patch.count; row++) {
      if (patch.kinds[row] !== rowKind.added) continue;
      const line = lineAt(patch, row);
      if (line.length < 8) continue;
      const addresses = added.get(line);
      if (!addresses) added.set(line, [{ file, row }]);
      else if (addresses.length < maxOccurrences) addresses.push({ file, row });
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
      const to = files[best.address.file];
      for (let i = 0; i < best.length; i++) {
        const target = best.address.row + i;
        from.moved.set(row + i, `Moved to ${to?.path}:${to?.patch.newLines[target]}`);
        to?.moved.set(target, `Moved from ${from.path}:${patch.oldLines[row + i]}`);
      }
      touched.add(file).add(best.address.file);
      row += best.length;
    }
  }
  return [...touched];
}

function longest(
  files: readonly ParsedFileDiff[],
  added: ReadonlyMap<string, readonly RowAddress[]>,
  file: number,
  row: number,
): { readonly address: RowAddress; readonly length: number } | null {
  const from = files[file];
  if (!from) return null;
  let best: { address: RowAddress; length: number } | null = null;
  for (const address of added.get(lineAt(from.patch, row)) ?? []) {
    const to = files[address.file];
    if (!to) continue;
    let length = 0;
    while (
      from.patch.kinds[row + length] === rowKind.removed &&
      to.patch.kinds[address.row + length] === rowKind.added &&
      !to.moved.has(address.row + length) &&
      lineAt(from.patch, row + length) === lineAt(to.patch, address.row + length)
    )
      length++;
    if (length >= minLines && length > (best?.length ?? 0)) best = { address, length };
  }
  return best;
}

const lineAt = ({ text, starts, ends }: ParsedPatch, row: number): string =>
  text.slice(starts[row], ends[row]).trim();
