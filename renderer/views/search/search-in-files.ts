import { getArchive, getRawBlob, listTree } from "../../../shared/api/resources/repository.ts";
import { isBinaryName } from "../../../shared/file-types.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { callOperation, operationUrl, requestOperation } from "../../api/fetch-operation.ts";
import { globMatcher } from "../../workers/search/glob.ts";
import type { SearchedFile } from "../../workers/search/search.worker.ts";
import {
  addSearchedArchive,
  addSearchedFile,
  knownBlobs,
  type ReadBlob,
  searchFiles,
} from "../../workers/search/search-engine.ts";
import { addHits, type Report, type SearchQuery, type SearchScope } from "./search-state.ts";

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
export async function searchInFiles(
  { account, project, commit }: SearchScope,
  query: SearchQuery,
  budget: number,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const [wanted, unwanted] = [globMatcher(query.include), globMatcher(query.exclude)];
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
