import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { FileIndex, type FileMatches, parseTreePaths } from "./file-index.ts";

/** Indexes by the name of their tree; the oldest is dropped when there are too many. */
const indexes = new Map<string, FileIndex>();
const maxIndexes = 4;

/** Paths and keys after which the browser has compiled the search, in a fraction of the time of reading a long tree. */
const practice = { paths: 4_000, keys: "abcdefgh" } as const;

const methods = {
  /** Searches paths of its own, so that the first key in a long tree does not wait until the code is compiled. */
  prepare(): void {
    const paths = Array.from({ length: practice.paths }, (_, n) => `src/bag${n % 40}/chafed_${n}.ts`);
    for (const key of practice.keys) new FileIndex(paths).match(key, 1);
  },
  /** Reads the JSON of a recursive tree listing; returns how many files it has. */
  load({ tree, json }: { tree: string; json: ArrayBuffer }): number {
    const index = new FileIndex(parseTreePaths(json));
    indexes.set(tree, index);
    for (const old of [...indexes.keys()].slice(0, -maxIndexes)) indexes.delete(old);
    return index.paths.length;
  },
  /** The best files for what was typed; null where the tree has not been loaded. */
  match: ({ tree, typed, limit }: { tree: string; typed: string; limit: number }): FileMatches | null =>
    indexes.get(tree)?.match(typed, limit) ?? null,
  /** All files of a loaded tree; null where it has not been loaded. */
  paths: (tree: string): readonly string[] | null => indexes.get(tree)?.paths ?? null,
  /** The files that paths of a log mean, in their order; null where the tree has not been loaded. */
  resolve({ tree, paths }: { tree: string; paths: readonly string[] }): (string | null)[] | null {
    const index = indexes.get(tree);
    return index ? paths.map((path) => index.resolve(path)) : null;
  },
};

export type FilesMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
