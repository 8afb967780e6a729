import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { FileMatches } from "./file-index.ts";
import type { FilesMethods } from "./files.worker.ts";

const worker = createWorkerClient<FilesMethods>(
  () => new Worker(new URL("./files.worker.ts", import.meta.url), { type: "module", name: "files" }),
);

/** Starts the worker and compiles its search while a tree is being fetched. */
export const prepareFiles = (): void => void worker.call("prepare", undefined).catch(() => undefined);

/** Indexes the JSON of a recursive tree listing under a name; `json` is empty afterwards. Returns the number of files. */
export const loadFiles = (tree: string, json: ArrayBuffer): Promise<number> =>
  worker.call("load", { tree, json }, { transfer: [json] });

/** The best files of a loaded tree for what was typed; null where the tree has not been loaded. */
export const matchFiles = (
  tree: string,
  typed: string,
  limit = 100,
  signal?: AbortSignal,
): Promise<FileMatches | null> => worker.call("match", { tree, typed, limit }, { signal });

/** All files of a loaded tree; null where it has not been loaded. */
export const listFiles = (tree: string): Promise<readonly string[] | null> => worker.call("paths", tree);

/** The files that paths of a log mean, in their order; null where the tree has not been loaded. */
export const resolveFiles = (
  tree: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (string | null)[] | null> => worker.call("resolve", { tree, paths }, { signal });
