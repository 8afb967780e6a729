import type { ChangeRun, RowRange } from "../../../shared/diff/diff-types.ts";
import { type ParsedPatch, rowKind } from "./parse-patch.ts";

/** Rows of the two-column layout: two entries a line, the old row and the new one, -1 where a side is empty. */
interface Pairs {
  readonly pairs: Int32Array;
  readonly count: number;
}

/**
 * Returns the runs of changed lines of a file, from top to bottom. Their keys depend on the path and the changed lines
 * alone, so that one keeps its key wherever a rebase moves it, and with more or less context around it.
 */
export async function changeRuns(path: string, patch: ParsedPatch, layout: Pairs): Promise<ChangeRun[]> {
  const { text, count, kinds, starts, ends } = patch;
  const isChanged = (row = -1) => row >= 0 && (kinds[row] ?? 0) >= rowKind.removed;
  const unified = rangesOf(count, isChanged);
  const split = rangesOf(
    layout.count,
    (line) => isChanged(layout.pairs[line * 2]) || isChanged(layout.pairs[line * 2 + 1]),
  );
  const contents = unified.map(([first, last]) => {
    const lines = [path];
    for (let row = first; row <= last; row++)
      lines.push(`${kinds[row] === rowKind.removed ? "-" : "+"}${text.slice(starts[row], ends[row])}`);
    return lines.join("\n");
  });
  const hashes = await Promise.all(contents.map(shortHash));
  const seen = new Map<string, number>();
  return unified.map((range, i) => {
    const hash = hashes[i] ?? "";
    // The same change may be made several times in a file.
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return {
      key: before === 0 ? hash : `${hash}#${before + 1}`,
      lines: range[1] - range[0] + 1,
      unified: range,
      split: split[i] ?? range,
    };
  });
}

function rangesOf(count: number, isChanged: (row: number) => boolean): RowRange[] {
  const found: RowRange[] = [];
  for (let row = 0; row < count; row++) {
    if (!isChanged(row)) continue;
    const first = row;
    while (row + 1 < count && isChanged(row + 1)) row++;
    found.push([first, row]);
  }
  return found;
}

/** SHA-256 of a text, its first 16 bytes as 32 hex digits. */
export async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
