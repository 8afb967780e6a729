import { defineWorker } from "../protocol/define-worker.ts";
import { type LineHit, type SearchOptions, searchPattern, searchText } from "./search-text.ts";

/** Lines of one file that match. */
export interface FileHits {
  readonly path: string;
  readonly hits: readonly LineHit[];
  readonly total: number;
}

/** Texts by path of the one tree that is searched. */
let tree = "";
const texts = new Map<string, string>();

interface Query {
  readonly query: string;
  readonly options: SearchOptions;
}

const methods = {
  /** Begins with a tree; texts of another one are let go. Answers the paths that are known already. */
  open({ name }: { name: string }): string[] {
    if (tree !== name) texts.clear();
    tree = name;
    return [...texts.keys()];
  },
  /** Keeps a file's text; false where it is none. */
  add({ path, bytes }: { path: string; bytes: ArrayBuffer }): boolean {
    const view = new Uint8Array(bytes);
    if (view.subarray(0, 8_000).includes(0)) return false;
    texts.set(path, new TextDecoder().decode(view));
    return true;
  },
  /** Looks through files; those that hold nothing are left out. */
  search({ paths, query, options }: Query & { paths: readonly string[] }): FileHits[] {
    const pattern = searchPattern(query, options);
    return paths.flatMap((path) => {
      const text = texts.get(path);
      const { hits, total } = text === undefined ? { hits: [], total: 0 } : searchText(text, pattern);
      return total > 0 ? [{ path, hits, total }] : [];
    });
  },
};

export type SearchMethods = typeof methods;

defineWorker(methods);
