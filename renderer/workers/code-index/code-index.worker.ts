import { decodeIfText } from "../../../shared/text/encoding/decode-text.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { blobId, filesOfTar } from "../search/files-of-tar.ts";
import { workerScope } from "../worker-scope.ts";
import { CodeIndex, type Definition, type NameMatches } from "./code-index.ts";
import { declaredNames, hasNames } from "./declared-names.ts";

/** A file of a tree. */
interface TreeFile {
  readonly path: string;
  readonly id: string;
}

/** A file in which a service found a name. */
interface FoundFile {
  readonly path: string;
  /** Address of its content. */
  readonly url: string;
}

/** Trees by name, each the ids of its files by path; the oldest is dropped when there are too many. */
const trees = new Map<string, ReadonlyMap<string, string>>();
const maxTrees = 4;
/** Bytes of an archive, unpacked, that are read at most, and of one file. */
const maxArchiveBytes = 400_000_000;
const maxFileBytes = 1_000_000;
/** Files between two reports. */
const reportEvery = 50;

const index = new CodeIndex();

const methods = {
  /** Loads what finds the names of a kind of file, before any is looked for. */
  async prepare({ path }: { path: string }): Promise<void> {
    await declaredNames(path, "");
  },
  /** Names the files of a tree; returns those of them that have to be read. */
  begin({ tree, files }: { tree: string; files: readonly TreeFile[] }): TreeFile[] {
    const named = files.filter(({ path }) => hasNames(path));
    trees.set(tree, new Map(named.map(({ path, id }) => [path, id])));
    for (const old of [...trees.keys()].slice(0, -maxTrees)) trees.delete(old);
    return named.filter(({ id }) => !index.has(id));
  },
  /** Reads files from an archive; emits how many were read so far, and returns those that it does not have. */
  async addArchive(
    { url, files }: { url: string; files: readonly TreeFile[] },
    { signal, emit }: WorkerCall<number>,
  ): Promise<TreeFile[]> {
    const unread = new Map(files.map((file) => [file.id, file]));
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) return [...unread.values()];
    let [size, read] = [0, 0];
    for await (const content of filesOfTar(response.body.pipeThrough(new DecompressionStream("gzip")))) {
      size += content.length;
      if (size > maxArchiveBytes) break;
      if (content.length > maxFileBytes) continue;
      const file = unread.get(await blobId(content, files[0]?.id ?? ""));
      if (!file) continue;
      unread.delete(file.id);
      await index.add(file.id, file.path, decodeIfText(content) ?? "");
      if (++read % reportEvery === 0) emit(read);
    }
    return [...unread.values()];
  },
  /** Reads one file. */
  async add({ file, bytes }: { file: TreeFile; bytes: ArrayBuffer }): Promise<void> {
    const text = bytes.byteLength > maxFileBytes ? null : decodeIfText(new Uint8Array(bytes));
    await index.add(file.id, file.path, text ?? "");
  },
  /** Finds a name in a tree; null where the tree was dropped. */
  find({ tree, name, near }: { tree: string; name: string; near: string }): NameMatches | null {
    const files = trees.get(tree);
    return files ? index.find(files, name, near) : null;
  },
  /** Returns the definitions of a name in a few files that a service found. */
  async define(
    { files, name, near }: { files: readonly FoundFile[]; name: string; near: string },
    { signal }: WorkerCall,
  ): Promise<readonly Definition[]> {
    const found = new CodeIndex();
    const read = await Promise.all(
      files.map(async ({ path, url }): Promise<string | null> => {
        const response = await fetch(url, { signal });
        if (!response.ok) return null;
        const bytes = new Uint8Array(await response.arrayBuffer());
        await found.add(path, path, bytes.length > maxFileBytes ? "" : (decodeIfText(bytes) ?? ""));
        return path;
      }),
    );
    const paths = read.filter((path) => path !== null);
    return found.find(new Map(paths.map((path) => [path, path])), name, near).definitions;
  },
};

export type CodeIndexMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
