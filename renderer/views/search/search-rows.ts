import type { FileHits } from "../../workers/search/search.worker.ts";
import type { LineHit } from "../../workers/search/search-text.ts";

/** A row of the results: a file, or a line of it. */
export type ResultRow =
  | { readonly kind: "file"; readonly key: string; readonly path: string; readonly total: number }
  | { readonly kind: "hit"; readonly key: string; readonly path: string; readonly hit: LineHit };

/** Results as one list, files by path, their lines below them unless they are folded. */
export function resultRows(files: readonly FileHits[], folded: ReadonlySet<string>): ResultRow[] {
  return files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, hits, total }): ResultRow[] => [
      { kind: "file", key: path, path, total },
      ...(folded.has(path)
        ? []
        : hits.map((hit): ResultRow => ({ kind: "hit", key: `${path}:${hit.line}`, path, hit }))),
    ]);
}

/** Characters that are shown before a first match which would be out of view otherwise. */
const leadChars = 12;

/** Returns a hit of which at most `room` characters are in view, from near its first match where that is further on. */
export function nearFirstMatch(hit: LineHit, room: number): LineHit {
  const [begin, end] = hit.marks[0] ?? [0, 0];
  if (end <= room) return hit;
  const earliest = Math.max(0, begin - Math.max(0, Math.min(leadChars, room - (end - begin) - 1)));
  const space = hit.text.slice(earliest, begin).search(/\s\S/);
  const from = space < 0 ? earliest : earliest + space + 1;
  if (from === 0) return hit;
  const moved = 1 - from;
  return {
    ...hit,
    text: `…${hit.text.slice(from).toWellFormed()}`,
    marks: hit.marks.map(([start, stop]) => [start + moved, stop + moved] as const),
  };
}
