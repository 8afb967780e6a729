import type { DiffOrigin, FileContentUrls } from "../../../shared/diff/diff-types.ts";
import { decodeIfText } from "../../../shared/text/encoding/decode-text.ts";
import { type FileBytes, maxTextBytes, readFileBytes } from "../../../shared/text/file-bytes.ts";
import { compareTexts } from "./compare-texts.ts";
import { type DiffListRest, type EmitEntries, readDiffListResponse } from "./diff-list-response.ts";
import { type Interdiff, interdiff } from "./interdiff.ts";

/** Characters of cached diffs; what was used last stays whatever its size. */
const maxCachedCharacters = 100_000_000;

/** The diffs of one response; or the one between two versions of a file, under a name made of both. */
interface CachedDiffs {
  readonly diffs: string[];
  /** Whether all of them were read. */
  whole: boolean;
  interdiff?: Interdiff;
}

/** The diffs that were fetched or computed here, of which the page has the beginnings. */
interface DiffCache {
  /**
   * Fetches a list and caches its diffs; `emit` receives its entries as they arrive. Diffs that arrived before the
   * connection was lost stay. Throws ProblemError.
   */
  fetchList(url: string, emit?: EmitEntries, signal?: AbortSignal): Promise<DiffListRest>;
  /** Compares a file in two versions and caches the result; null where one of them is no text. Throws ProblemError. */
  compareVersions(
    from: FileContentUrls,
    to: FileContentUrls,
    signal?: AbortSignal,
  ): Promise<Interdiff | null>;
  /** Returns a whole diff; a kept one that was evicted is fetched or computed again. Throws ProblemError. */
  read(origin: DiffOrigin): Promise<Pick<Interdiff, "diff"> & Partial<Interdiff>>;
}

/** Returns an empty cache. */
export function createDiffCache(): DiffCache {
  const cache = new Map<string, CachedDiffs>();
  const running = new Map<string, Promise<unknown>>();

  /** Returns what is cached under a name, or something empty, and marks it as used last. */
  function touch(name: string): CachedDiffs {
    const found = cache.get(name) ?? { diffs: [], whole: false };
    cache.delete(name);
    cache.set(name, found);
    return found;
  }

  /** Marks diffs as complete, and evicts those that were not used for longest. */
  function complete(name: string, list: CachedDiffs): void {
    list.whole = true;
    let size = 0;
    for (const [other, { diffs }] of [...cache].reverse()) {
      for (const text of diffs) size += text.length;
      if (size > maxCachedCharacters && other !== name) cache.delete(other);
    }
  }

  /** Returns a function that puts the next diff of a response into its list. */
  function fill(url: string): (diff: string) => void {
    const { diffs } = touch(url);
    let count = 0;
    return (diff) => {
      diffs[count++] = diff;
    };
  }

  /** Fetches a response again, once, however many of its diffs are wanted. */
  function refetch(url: string): Promise<unknown> {
    const found = running.get(url);
    if (found) return found;
    const work = self.fetchList(url).finally(() => running.delete(url));
    running.set(url, work);
    return work;
  }

  const self: DiffCache = {
    async fetchList(url, emit = () => undefined, signal) {
      const response = await requestHost(url, signal);
      const rest = await readDiffListResponse(response, { emit, signal, onDiff: fill(url) });
      complete(url, touch(url));
      return rest;
    },
    async compareVersions(from, to, signal) {
      const name = JSON.stringify([from, to]);
      const found = cache.get(name)?.interdiff;
      if (found) return found;
      const [fromBase, fromHead, toBase, toHead] = await Promise.all(
        [from.base, from.head, to.base, to.head].map((url) => readFileText(url, signal)),
      );
      if (fromBase == null || fromHead == null || toBase == null || toHead == null) return null;
      const result = interdiff({ base: fromBase, head: fromHead }, { base: toBase, head: toHead });
      const entry = touch(name);
      entry.diffs[0] = result.diff;
      entry.interdiff = result;
      complete(name, entry);
      return result;
    },
    async read(origin) {
      if ("from" in origin) return (await self.compareVersions(origin.from, origin.to)) ?? { diff: "" };
      if ("before" in origin) return { diff: compareTexts(origin.before, origin.after) };
      const { url, index } = origin;
      const found = cache.get(url);
      if (found?.diffs[index] === undefined && !found?.whole) await refetch(url);
      return { diff: cache.get(url)?.diffs[index] ?? "" };
    },
  };
  return self;
}

/** On demand, as most reads succeed. */
const problems = () => import("../../../shared/host/problem-responses.ts");

/** Returns the host's response to a read. Throws ProblemError, and what `fetch` throws once `signal` fired. */
async function requestHost(url: string, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw (await problems()).hostIsSilent();
  }
  if (!response.ok) throw await (await problems()).refusalOf(response);
  return response;
}

/** Reads the file at a URL of the host, up to `maxBytes`; there is none at null. Throws ProblemError. */
export const readHostFile = async (
  url: string | null,
  signal?: AbortSignal,
  maxBytes = maxTextBytes,
): Promise<FileBytes> =>
  url === null ? { kind: "absent" } : readFileBytes(() => requestHost(url, signal), maxBytes);

/** Reads the text of the file at a URL; empty where there is none, null where it is no text or too large. */
export async function readFileText(url: string | null, signal?: AbortSignal): Promise<string | null> {
  const file = await readHostFile(url, signal);
  if (file.kind === "absent") return "";
  return file.kind === "bytes" ? decodeIfText(file.bytes) : null;
}
