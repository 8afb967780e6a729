import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { Definition, NameMatches } from "./code-index.ts";
import type { CodeIndexMethods } from "./code-index.worker.ts";

const worker = createWorkerClient<CodeIndexMethods>(
  () =>
    new Worker(new URL("./code-index.worker.ts", import.meta.url), { type: "module", name: "code-index" }),
);

interface TreeFile {
  readonly path: string;
  readonly id: string;
}

/** Loads what finds the names of a kind of file, before any is looked for. */
export const prepareNames = (path: string): Promise<void> => worker.call("prepare", { path });

/** Names the files of a tree; returns those that have to be read before names are found in them. */
export const beginIndex = (tree: string, files: readonly TreeFile[]): Promise<readonly TreeFile[]> =>
  worker.call("begin", { tree, files });

/** Reads files from a `tar.gz` archive, reporting how many were read; returns those that it does not have. */
export const indexArchive = (
  url: string,
  files: readonly TreeFile[],
  onRead: (count: number) => void,
): Promise<readonly TreeFile[]> => worker.call("addArchive", { url, files }, { onPart: onRead });

/** Reads one file; its bytes are transferred. */
export const indexFile = (file: TreeFile, bytes: ArrayBuffer): Promise<void> =>
  worker.call("add", { file, bytes }, { transfer: [bytes] });

/** Finds a name in an indexed tree; null where the tree is not indexed any more. */
export const findInIndex = (tree: string, name: string, near: string): Promise<NameMatches | null> =>
  worker.call("find", { tree, name, near });

/** Returns the definitions of a name in files by their addresses. */
export const defineIn = (
  files: readonly { readonly path: string; readonly url: string }[],
  name: string,
  near: string,
  signal?: AbortSignal,
): Promise<readonly Definition[]> => worker.call("define", { files, name, near }, { signal });
