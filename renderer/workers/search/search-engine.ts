import { createWorkerClient, TimeLimitError } from "../../../shared/workers/worker-client.ts";
import type { FileHits, FilePart, SearchedFile, SearchMethods } from "./search.worker.ts";
import type { SearchOptions } from "./search-text.ts";

const worker = createWorkerClient<SearchMethods>(
  () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module", name: "search" }),
  // A pattern would never end on some text.
  { limitMs: 5_000 },
);

/** Result of reading a blob: whether it is text. */
export interface ReadBlob {
  readonly id: string;
  readonly text: boolean;
}

/** Returns those of the blobs that were read before. */
export const knownBlobs = (ids: readonly string[]): Promise<ReadBlob[]> => worker.call("known", { ids });

/** Adds a file to the search; its bytes are transferred. Resolves to false where it is not text. */
export const addSearchedFile = (id: string, bytes: ArrayBuffer): Promise<boolean> =>
  worker.call("add", { id, bytes }, { transfer: [bytes] });

/**
 * Reads a `tar.gz` archive and stores the files that belong to the blobs and are not larger than `maxFileBytes`;
 * calls `onBlob` for each. Rejects where there is no archive or it breaks off.
 */
export const addSearchedArchive = (
  url: string,
  ids: readonly string[],
  maxFileBytes: number,
  onBlob: (blob: ReadBlob) => void,
  signal: AbortSignal,
): Promise<void> => worker.call("addArchive", { url, ids, maxFileBytes }, { signal, onPart: onBlob });

/** Searches stored files. Rejects with `TimeLimitError` where the pattern does not terminate. */
export const searchFiles = (
  files: readonly SearchedFile[],
  query: string,
  options: SearchOptions,
): Promise<FileHits[]> => orTooSlow(worker.call("search", { files, query, options }));

/** Searches parts of files. Rejects like {@link searchFiles}. */
export const searchParts = (
  parts: readonly FilePart[],
  query: string,
  options: SearchOptions,
): Promise<FileHits[]> => orTooSlow(worker.call("searchParts", { parts, query, options }));

async function orTooSlow<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw Object.assign(new Error("The pattern takes too long: make it simpler."), { name: "TooSlow" });
  }
}
