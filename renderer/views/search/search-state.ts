import type { FileHits } from "../../workers/search/search.worker.ts";
import type { LineHit, SearchOptions } from "../../workers/search/search-text.ts";

/** The query of a search and its filters. */
export interface SearchQuery extends SearchOptions {
  readonly text: string;
  readonly include: string;
  readonly exclude: string;
}

/** The progress and results of a search. */
export interface SearchResults {
  /** `service`: its own search found this. `files`: the files were read and searched here. */
  readonly source: "service" | "files";
  readonly files: readonly FileHits[];
  /** Files of the tree that match the patterns; 0 where the service searched. */
  readonly candidates: number;
  readonly searched: number;
  /** Not searched: larger than the limit, no text, beyond the budget, or not readable. */
  readonly large: number;
  readonly binary: number;
  readonly beyond: number;
  readonly unreadable: number;
  /** The service gives no more matches. */
  readonly cut: boolean;
  readonly running: boolean;
  readonly error: unknown;
}

export const nothing: SearchResults = {
  source: "files",
  files: [],
  candidates: 0,
  searched: 0,
  large: 0,
  binary: 0,
  beyond: 0,
  unreadable: 0,
  cut: false,
  running: false,
  error: null,
};

/** Scope of a search: a commit of a project. */
export interface SearchScope {
  readonly account: string;
  readonly project: string;
  readonly commit: string;
}

/** Adds to what is known of a running search. */
export type Report = (change: (now: SearchResults) => Partial<SearchResults>) => void;

/** Adds finds to those of the same files. */
export function addHits(files: readonly FileHits[], found: readonly FileHits[]): FileHits[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, hits, total } of found) {
    const before = byPath.get(path);
    byPath.set(
      path,
      before ? { path, hits: [...before.hits, ...hits], total: before.total + total } : { path, hits, total },
    );
  }
  return [...byPath.values()];
}

/** A row of the results: a file, or a line of it. */
type ResultRow =
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
