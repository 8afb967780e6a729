import { decodeIfText } from "../../../shared/text/encoding/decode-text.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { blobId, filesOfTar } from "./files-of-tar.ts";
import { type LineHit, type SearchOptions, searchPattern, searchText } from "./search-text.ts";

/** Lines of one file that match. */
export interface FileHits {
  readonly path: string;
  readonly hits: readonly LineHit[];
  readonly total: number;
}

/** A file of a tree: its content is known by the id of its blob. */
export interface SearchedFile {
  readonly path: string;
  readonly id: string;
}

/** Consecutive lines of a file, from the line `start` on. */
export interface FilePart {
  readonly path: string;
  readonly start: number;
  readonly text: string;
}

/** Maximum characters of all stored texts. */
const maxStoredCharacters = 200_000_000;
/** Bytes of an archive, unpacked, that are read at most. */
const maxArchiveBytes = 400_000_000;

/** Texts by the ids of their blobs, the oldest first: whatever commit they are of. Null for what is not text. */
const texts = new Map<string, string | null>();
let storedCharacters = 0;

function keep(id: string, bytes: Uint8Array): boolean {
  const text = decodeIfText(bytes);
  storedCharacters += (text?.length ?? 0) - (texts.get(id)?.length ?? 0);
  texts.delete(id);
  texts.set(id, text);
  for (const [old, value] of texts) {
    if (storedCharacters <= maxStoredCharacters || old === id) break;
    texts.delete(old);
    storedCharacters -= value?.length ?? 0;
  }
  return text !== null;
}

interface Query {
  readonly query: string;
  readonly options: SearchOptions;
}

const methods = {
  /** Returns those of the blobs that are here, and whether each is text. */
  known({ ids }: { ids: readonly string[] }): { id: string; text: boolean }[] {
    return ids.flatMap((id) => {
      const text = texts.get(id);
      return text === undefined ? [] : [{ id, text: text !== null }];
    });
  },
  /** Stores a file's text; false where it is binary. */
  add({ id, bytes }: { id: string; bytes: ArrayBuffer }): boolean {
    return keep(id, new Uint8Array(bytes));
  },
  /** Reads an archive and stores the files of the blobs; emits their ids with whether each is text. */
  async addArchive(
    { url, ids, maxFileBytes }: { url: string; ids: readonly string[]; maxFileBytes: number },
    { signal, emit }: WorkerCall<{ id: string; text: boolean }>,
  ): Promise<void> {
    const wanted = new Set(ids);
    const response = await fetch(url, signal ? { signal } : {});
    if (!response.ok || !response.body) throw new Error(`No archive: HTTP ${response.status}`);
    let size = 0;
    for await (const content of filesOfTar(response.body.pipeThrough(new DecompressionStream("gzip")))) {
      size += content.length;
      if (size > maxArchiveBytes) return;
      if (content.length > maxFileBytes) continue;
      const id = await blobId(content, ids[0] ?? "");
      if (wanted.has(id)) emit({ id, text: keep(id, content) });
    }
  },
  /** Searches files; those without a match are left out. */
  search({ files, query, options }: Query & { files: readonly SearchedFile[] }): FileHits[] {
    const pattern = searchPattern(query, options);
    return files.flatMap(({ path, id }) => {
      const text = texts.get(id) ?? null;
      const { hits, total } = text === null ? { hits: [], total: 0 } : searchText(text, pattern);
      return total > 0 ? [{ path, hits, total }] : [];
    });
  },
  /** Searches parts of files that a service found. */
  searchParts({ parts, query, options }: Query & { parts: readonly FilePart[] }): FileHits[] {
    const pattern = searchPattern(query, options);
    return parts.flatMap(({ path, start, text }) => {
      const { hits, total } = searchText(text, pattern);
      const placed = hits.map((hit) => ({ ...hit, line: hit.line + start - 1 }));
      return total > 0 ? [{ path, hits: placed, total }] : [];
    });
  },
};

export type SearchMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });
