import type { CachedDiff } from "../../../shared/diff/diff-types.ts";
import type { Problem } from "../../../shared/errors.ts";
import { batchEntries } from "./batch-entries.ts";
import { StreamingJsonList } from "./streaming-json-list.ts";
import { createYield } from "./yield-to-event-loop.ts";

/** A response in a form that can be posted to the page. */
export interface DiffListResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Entries of `diffs` that follow each other, with the beginnings of their diffs. */
export type EmitEntries = (entries: readonly unknown[]) => void;

interface CachedList {
  readonly diffs: string[];
  /** Whether the response was read to its end. */
  whole: boolean;
}

/** Characters of cached diffs; the response that was used last stays whatever its size. */
const maxCachedCharacters = 100_000_000;

const cache = new Map<string, CachedList>();

/**
 * Returns a response that lists `diffs`, without them: they are cached here. `emit` receives their entries as they arrive,
 * with the beginning of each diff, up to its first hunk's header. A body that breaks off becomes a problem.
 */
export async function fetchDiffList(
  url: string,
  signal?: AbortSignal,
  emit: EmitEntries = () => undefined,
): Promise<DiffListResponse> {
  const response = await fetch(url, signal ? { signal } : {});
  const { status } = response;
  const headers = [...response.headers];
  if (!response.ok) return { status, headers, body: await response.text() };
  const list = touchList(url);
  const entries = batchEntries(emit);
  let count = 0;
  const reader = new StreamingJsonList("diffs", (entry) => {
    const diff = entry && typeof entry === "object" && "diff" in entry ? entry.diff : undefined;
    list.diffs[count++] = typeof diff === "string" ? diff : "";
    if (entry && typeof diff === "string") Object.assign(entry, { diff: beginning(diff) });
    entries.add(entry);
  });
  try {
    await readInto(reader, response);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { status: 502, headers: [], body: JSON.stringify(brokenOff(error)) };
  } finally {
    entries.end();
  }
  list.whole = true;
  evict(url);
  return { status, headers, body: withoutMarks(reader.end()) };
}

/** Returns a whole diff; its response is fetched again where it was evicted. */
export async function readCachedDiff({ url, index }: CachedDiff): Promise<string> {
  const found = cache.get(url);
  if (found?.diffs[index] === undefined && !found?.whole) await refetch(url);
  return cache.get(url)?.diffs[index] ?? "";
}

const running = new Map<string, Promise<void>>();

/** Fetches a response once, however many diffs are requested. */
function refetch(url: string): Promise<void> {
  const found = running.get(url);
  if (found) return found;
  const work = fetchDiffList(url)
    .then(({ status }) => {
      if (!cache.get(url)?.whole) throw new Error(`The changes could not be fetched again: HTTP ${status}`);
    })
    .finally(() => running.delete(url));
  running.set(url, work);
  return work;
}

/** Returns the cached list of a URL and marks it as used last. */
function touchList(url: string): CachedList {
  const list = cache.get(url) ?? { diffs: [], whole: false };
  cache.delete(url);
  cache.set(url, list);
  return list;
}

function evict(used: string): void {
  let size = 0;
  for (const [name, { diffs }] of [...cache].reverse()) {
    for (const text of diffs) size += text.length;
    if (size > maxCachedCharacters && name !== used) cache.delete(name);
  }
}

async function readInto(reader: StreamingJsonList, { body }: Response): Promise<void> {
  const chunks = body?.getReader();
  const decoder = new TextDecoder();
  const turn = createYield();
  for (let next = await chunks?.read(); next && !next.done; next = await chunks?.read()) {
    reader.push(decoder.decode(next.value, { stream: true }));
    await turn();
  }
  reader.push(decoder.decode());
}

/** Returns the body with an empty list of diffs; text that is not JSON is returned as it is. */
function withoutMarks(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (!body || typeof body !== "object" || !("diffs" in body)) return text;
    return JSON.stringify(Array.isArray(body.diffs) ? { ...body, diffs: [] } : body);
  } catch {
    return text;
  }
}

const brokenOff = (error: unknown): Problem => ({
  code: "unavailable",
  message: "The connection was lost before all changes were loaded.",
  detail: String(error),
  changed: "no",
  retry: true,
});

function beginning(diff: string): string {
  const hunk = diff.search(/^@@/m);
  const end = diff.indexOf("\n", hunk);
  return hunk < 0 || end < 0 ? diff : diff.slice(0, end + 1);
}
