import type { DiffHit, DiffHits } from "../../../shared/diff/diff-types.ts";
import type { FileDiff } from "./diff-rows.ts";
import { rowKind } from "./parse-patch.ts";

/** Hits that are listed. */
const maxHits = 2_000;
/** Characters of a line that are searched. */
const maxSearchedLength = 10_000;

/** Searches a pattern in every line of every file, drawn or not. */
export function searchDiff(files: readonly FileDiff[], pattern: RegExp): DiffHits {
  const hits: DiffHit[] = [];
  let total = 0;
  for (const [file, { patch }] of files.entries()) {
    for (let row = 0; row < patch.count; row++) {
      const kind = patch.kinds[row];
      if (kind === rowKind.hunk) continue;
      const start = patch.starts[row] ?? 0;
      const text = patch.text.slice(start, Math.min(patch.ends[row] ?? start, start + maxSearchedLength));
      pattern.lastIndex = 0;
      if (!pattern.test(text)) continue;
      total++;
      if (hits.length >= maxHits) continue;
      const old = kind === rowKind.removed;
      const line = (old ? patch.oldLines[row] : patch.newLines[row]) ?? 0;
      hits.push({ file, side: old ? "old" : "new", line, text: text.slice(0, 300) });
    }
  }
  return { hits, total };
}
