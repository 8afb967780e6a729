import { useEffect, useRef, useState } from "react";
import { getArchive, getRawBlob, listTree } from "../../../shared/api/resources/repository.ts";
import { searchProjectBlobs } from "../../../shared/api/resources/search.ts";
import { isBinaryName } from "../../../shared/file-types.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { tryExtension } from "../../api/extensions.ts";
import { callOperation, operationUrl, requestOperation } from "../../api/fetch-operation.ts";
import { globMatcher } from "../../workers/search/glob.ts";
import type { SearchedFile } from "../../workers/search/search.worker.ts";
import {
  addSearchedArchive,
  addSearchedFile,
  knownBlobs,
  type ReadBlob,
  searchFiles,
  searchParts,
} from "../../workers/search/search-engine.ts";
import {
  addHits,
  nothing,
  type Report,
  type SearchQuery,
  type SearchResults,
  type SearchScope,
} from "./search-state.ts";

/** Files that may be read one by one for a search. */
export const firstBudget = 1_000;

interface SearchInput {
  readonly account: string;
  readonly project: string;
  readonly commit: string | undefined;
  readonly query: SearchQuery;
  /** Files that may be read one by one. */
  readonly budget: number;
  /** Reads the files even where the service has a search of its own. */
  readonly here: boolean;
}

/**
 * Searches the files of a commit, with the service's search where it has one; matches are returned as they are found.
 */
export function useSearch({
  account,
  project,
  commit,
  query,
  budget,
  here,
}: SearchInput): SearchResults & { readonly cancel: () => void; readonly retry: () => void } {
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { text, include, exclude, regex, matchCase, wholeWord } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again on request
  useEffect(() => {
    if (!commit || text === "") {
      setState(nothing);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let now: SearchResults = { ...nothing, running: true };
    const report: Report = (change) => {
      now = { ...now, ...change(now) };
      if (!signal.aborted) setState(now);
    };
    report(() => ({}));
    const scope = { account, project, commit };
    const wanted = { text, include, exclude, regex, matchCase, wholeWord };
    const search = async () => {
      if (!here && isPlain(wanted) && (await searchOnService(scope, wanted, report, signal))) return;
      await searchInFiles(scope, wanted, budget, report, signal);
    };
    search().catch((error: unknown) => report(() => ({ running: false, error })));
    return () => controller.abort();
  }, [account, project, commit, text, include, exclude, regex, matchCase, wholeWord, budget, here, attempt]);
  const cancel = () => {
    running.current?.abort();
    setState((now) => ({ ...now, running: false }));
  };
  return { ...state, cancel, retry: () => setAttempt((count) => count + 1) };
}

/** Maximum number of pages of matches that are read. */
const maxPages = 50;

/** Returns whether a text means the same to a service's search as it does here: no pattern, no filters, no quotes. */
const isPlain = ({ text, regex }: SearchQuery): boolean =>
  !regex && text.trim() !== "" && !/["\\*]|(?:^|\s)-?(?:filename|path|extension|blob):/i.test(text);

/**
 * Searches with the service's own search and reports page by page. Returns false where the service has none. Throws
 * ProblemError, or AbortError once `signal` fired.
 */
async function searchOnService(
  { account, project, commit }: SearchScope,
  query: SearchQuery,
  report: Report,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = globMatcher(query.include);
  const unwanted = globMatcher(query.exclude);
  for (let page = 1; page <= maxPages; page++) {
    const input = {
      id: project,
      scope: "blobs" as const,
      search: query.text,
      ref: commit,
      per_page: 100,
      page,
    };
    const response = await tryExtension(account, searchProjectBlobs, () =>
      requestOperation(account, searchProjectBlobs, input, { signal }),
    );
    if (!response) return false;
    const parts = response.data
      .filter(({ path }) => (wanted?.(path) ?? true) && !unwanted?.(path))
      .map(({ path, startline, data }) => ({ path, start: startline, text: data.replace(/\n$/, "") }));
    const found = await searchParts(parts, query.text, query);
    const { nextPage } = response.paging;
    const last = nextPage === null;
    report(({ files }) => ({
      source: "service",
      files: addHits(files, found),
      cut: !last && page === maxPages,
      running: !last && page < maxPages,
    }));
    if (last) break;
  }
  return true;
}

/** Bytes beyond which a file is not searched. */
const maxFileBytes = 1_000_000;
/** Files read concurrently. */
const concurrency = 8;
/** Files searched together. */
const batchSize = 40;
/** Files from which one archive is cheaper than a request for each. */
const archiveFrom = 150;

/**
 * Searches the files of a commit here: what was read before, of whatever commit, at once; of the rest up to `budget`
 * files, from an archive where they are many, else by their blobs. Reports as it finds. Throws ProblemError, or
 * AbortError once `signal` fired.
 */
async function searchInFiles(
  { account, project, commit }: SearchScope,
  query: SearchQuery,
  budget: number,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const wanted = globMatcher(query.include);
  const unwanted = globMatcher(query.exclude);
  const input = { id: project, ref: commit, recursive: true, per_page: 100 };
  const { data } = await requestOperation(account, listTree, input, { pages: "all", signal });
  const files = data.filter(
    ({ type, mode, path }) =>
      type === "blob" && mode !== "120000" && (wanted?.(path) ?? true) && !unwanted?.(path),
  );
  const readable = files.filter(({ path }) => !isBinaryName(path));
  const paths = new Map<string, SearchedFile[]>();
  for (const { path, id } of readable) paths.set(id, [...(paths.get(id) ?? []), { path, id }]);
  const countOf = (id: string) => paths.get(id)?.length ?? 0;
  report(() => ({ source: "files", candidates: files.length, binary: files.length - readable.length }));

  let ready: SearchedFile[] = [];
  const known = await knownBlobs([...paths.keys()]);
  await take(known);
  const unread = new Set(paths.keys());
  for (const { id } of known) unread.delete(id);
  if (unread.size >= archiveFrom) await readArchive();
  const wantedIds = [...unread].slice(0, budget);
  report(() => ({ beyond: [...unread].slice(budget).reduce((sum, id) => sum + countOf(id), 0) }));
  await inParallel(wantedIds, concurrency, readAndTake, signal);
  signal.throwIfAborted();
  await flush();
  report(() => ({ running: false }));

  /** Searches what was read, and counts what is not text. */
  async function take(blobs: readonly ReadBlob[]): Promise<void> {
    const texts = blobs.filter(({ text }) => text).flatMap(({ id }) => paths.get(id) ?? []);
    const others = blobs.filter(({ text }) => !text).reduce((sum, { id }) => sum + countOf(id), 0);
    if (others > 0) report((now) => ({ binary: now.binary + others }));
    ready.push(...texts);
    if (ready.length >= batchSize) await flush();
  }

  async function flush(): Promise<void> {
    const full = ready;
    ready = [];
    if (full.length === 0) return;
    const found = await searchFiles(full, query.text, query);
    report((now) => ({ files: addHits(now.files, found), searched: now.searched + full.length }));
  }

  async function readArchive(): Promise<void> {
    const url = operationUrl(account, getArchive, { id: project, format: "tar.gz", sha: commit });
    const taking: Promise<void>[] = [];
    const onBlob = (blob: ReadBlob) => {
      if (unread.delete(blob.id)) taking.push(take([blob]));
    };
    try {
      await addSearchedArchive(url, [...unread], maxFileBytes, onBlob, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Files missing from the archive are read one by one.
    }
    await Promise.all(taking);
  }

  async function readAndTake(id: string): Promise<void> {
    const outcome = await readBlob(id);
    const count = countOf(id);
    if (outcome === "large" || outcome === "unreadable")
      report((now) => ({ [outcome]: now[outcome] + count }));
    else await take([{ id, text: outcome === "text" }]);
  }

  async function readBlob(sha: string): Promise<"text" | "large" | "binary" | "unreadable"> {
    try {
      const response = await callOperation(account, getRawBlob, { id: project, sha }, { signal });
      if (Number(response.headers.get("content-length") ?? 0) > maxFileBytes) {
        await response.body?.cancel();
        return "large";
      }
      const bytes = await response.arrayBuffer();
      if (bytes.byteLength > maxFileBytes) return "large";
      return (await addSearchedFile(sha, bytes)) ? "text" : "binary";
    } catch (error) {
      if (signal.aborted) throw error;
      return "unreadable";
    }
  }
}
