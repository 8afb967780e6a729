import type { CachedDiff } from "../../../shared/diff/diff-types.ts";
import type { Problem } from "../../../shared/errors.ts";
import { batchEntries } from "./batch-entries.ts";
import { StreamingJsonList } from "./streaming-json-list.ts";
import { createYield } from "./yield-to-event-loop.ts";

/** An answer as it crosses to the page, which makes a `Response` of it. */
export interface DiffListResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Entries of `diffs` that follow each other, with the beginnings of their diffs. */
export type EmitEntries = (entries: readonly unknown[]) => void;

interface CachedList {
  readonly diffs: string[];
  /** Its answer came to its end. */
  whole: boolean;
}

/** Characters of diffs that are kept; the answer that was used last stays whatever it weighs. */
const maxCachedCharacters = 100_000_000;

const cache = new Map<string, CachedList>();

/**
 * Fetches an answer that lists `diffs` and keeps them here. The page is told of their entries as they come, with the
 * beginning of each diff: up to its first hunk's header, so that it tells whether there are lines. The answer that
 * goes on has none of them; all else is as the host sent it, and one that breaks off is a problem.
 */
export async function fetchDiffList(
  url: string,
  signal?: AbortSignal,
  tell: EmitEntries = () => undefined,
): Promise<DiffListResponse> {
  const response = await fetch(url, signal ? { signal } : {});
  const { status } = response;
  const headers = [...response.headers];
  if (!response.ok) return { status, headers, body: await response.text() };
  const kept = touchList(url);
  const entries = batchEntries(tell);
  let count = 0;
  const reader = new StreamingJsonList("diffs", (entry) => {
    const diff = entry && typeof entry === "object" && "diff" in entry ? entry.diff : undefined;
    kept.diffs[count++] = typeof diff === "string" ? diff : "";
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
  kept.whole = true;
  evict(url);
  return { status, headers, body: withoutMarks(reader.end()) };
}

/** The whole of a diff; its answer is fetched again where it was let go. */
export async function readCachedDiff({ url, index }: CachedDiff): Promise<string> {
  const found = cache.get(url);
  if (found?.diffs[index] === undefined && !found?.whole) await refetch(url);
  return cache.get(url)?.diffs[index] ?? "";
}

const running = new Map<string, Promise<void>>();

/** Fetches an answer once, however many diffs are asked for. */
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

/** What is kept of an answer: an answer that is read again brings the same diffs. */
function touchList(url: string): CachedList {
  const kept = cache.get(url) ?? { diffs: [], whole: false };
  cache.delete(url);
  cache.set(url, kept);
  return kept;
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

/** The answer with an empty list in place of the marks of its entries; what is not JSON is for the page to tell. */
function withoutMarks(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    if (!answer || typeof answer !== "object" || !("diffs" in answer)) return text;
    return JSON.stringify(Array.isArray(answer.diffs) ? { ...answer, diffs: [] } : answer);
  } catch {
    return text;
  }
}

const brokenOff = (error: unknown): Problem => ({
  code: "unavailable",
  message: "The connection broke off before all changes had come.",
  detail: String(error),
  changed: "no",
  retry: true,
});

function beginning(diff: string): string {
  const hunk = diff.search(/^@@/m);
  const end = diff.indexOf("\n", hunk);
  return hunk < 0 || end < 0 ? diff : diff.slice(0, end + 1);
}
