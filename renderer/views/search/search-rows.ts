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
