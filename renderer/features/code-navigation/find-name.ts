import { useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { getArchive, getRawBlob, listTree } from "../../../shared/api/resources/repository.ts";
import { searchProjectBlobs } from "../../../shared/api/resources/search.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { distance, looksDeclared, wordPattern } from "../../../shared/text/code-names.ts";
import { tryExtension } from "../../api/extensions.ts";
import { callOperation, operationUrl, requestOperation } from "../../api/fetch-operation.ts";
import type { NamedLine, NameMatches } from "../../workers/code-index/code-index.ts";
import {
  beginIndex,
  defineIn,
  findInIndex,
  indexArchive,
  indexFile,
} from "../../workers/code-index/code-index-engine.ts";

/** A name in a file of a commit. */
export interface NamePlace {
  readonly account: string;
  readonly project: string;
  readonly commit: string;
  readonly path: string;
}

/** Number of the files of a tree that were read, and of all. */
interface IndexProgress {
  readonly read: number;
  readonly total: number;
}

/** Files from which one archive is cheaper than a request for each. */
const archiveFrom = 50;
/** Files read concurrently. */
const concurrency = 6;
/** Files that a service found in which definitions are looked for. */
const maxCandidates = 8;

const useProgress = create<Readonly<Record<string, IndexProgress>>>(() => ({}));
/** Indexes under way or done, by tree: the files of a commit are read once. */
const builds = new Map<string, Promise<void>>();

const treeOf = ({ account, project, commit }: NamePlace) => JSON.stringify([account, project, commit]);

/** Reads the files of a commit into the worker's index, in the background; what other commits have too is there already. */
function buildIndex(place: NamePlace): Promise<void> {
  const tree = treeOf(place);
  const known = builds.get(tree);
  if (known) return known;
  const build = readTree(place, (read, total) => useProgress.setState({ [tree]: { read, total } }));
  builds.set(tree, build);
  build.catch(() => builds.delete(tree));
  return build;
}

async function readTree(place: NamePlace, report: (read: number, total: number) => void): Promise<void> {
  const { account, project, commit } = place;
  const input = { id: project, ref: commit, recursive: true, per_page: 100 };
  const { data } = await requestOperation(account, listTree, input, { pages: "all" });
  const blobs = data.filter(({ type, mode }) => type === "blob" && mode !== "120000");
  let files = await beginIndex(
    treeOf(place),
    blobs.map(({ path, id }) => ({ path, id })),
  );
  const total = files.length;
  report(0, total);
  if (total >= archiveFrom) {
    const url = operationUrl(account, getArchive, { id: project, format: "tar.gz", sha: commit });
    files = await indexArchive(url, files, (read) => report(read, total)).catch(() => files);
  }
  let read = total - files.length;
  await inParallel(files, concurrency, async (file) => {
    const response = await callOperation(account, getRawBlob, { id: project, sha: file.id });
    await indexFile(file, await response.arrayBuffer());
    report(++read, total);
  });
  report(total, total);
}

async function findIndexed(place: NamePlace, name: string): Promise<NameMatches> {
  await buildIndex(place);
  const found = await findInIndex(treeOf(place), name, place.path);
  if (found) return found;
  builds.delete(treeOf(place));
  await buildIndex(place);
  return (await findInIndex(treeOf(place), name, place.path)) ?? { definitions: [], uses: [], total: 0 };
}

/** Returns what the service's own search finds; null where it has none. */
async function findSearched(
  place: NamePlace,
  name: string,
  signal: AbortSignal,
): Promise<NameMatches | null> {
  const { account, project, commit, path: from } = place;
  const input = { id: project, scope: "blobs", search: name, ref: commit, per_page: 100 } as const;
  const response = await tryExtension(account, searchProjectBlobs, () =>
    requestOperation(account, searchProjectBlobs, input, { signal }),
  );
  if (!response) return null;
  const { data, paging } = response;
  const isWord = wordPattern(name);
  const lines = data.flatMap(({ path, startline, data: text }): NamedLine[] =>
    text
      .split("\n")
      .flatMap((each, i) => (isWord.test(each) ? [{ path, line: startline + i, text: each }] : [])),
  );
  const near = ({ path }: NamedLine) => distance(path, from);
  // Where lines look like declarations the other files are left to the index.
  const declared = lines.filter(({ text }) => looksDeclared(text, name));
  const candidates = (declared.length > 0 ? declared : lines).toSorted((a, b) => near(a) - near(b));
  const paths = [...new Set(candidates.map(({ path }) => path))];
  const files = paths.slice(0, maxCandidates).map((path) => ({
    path,
    url: operationUrl(account, getRawFile, { id: project, file_path: path, ref: commit }),
  }));
  const definitions = await defineIn(files, name, from, signal);
  const at = new Set(definitions.map(({ path, line }) => `${path}:${line}`));
  const uses = lines.filter(({ path, line }) => !at.has(`${path}:${line}`));
  return { definitions, uses, total: Math.max(uses.length, (paging.total ?? 0) - definitions.length) };
}

interface FoundName {
  readonly matches: NameMatches | null;
  /** Whether all files of the commit were looked through, not only what the service's search returned. */
  readonly isComplete: boolean;
  /** Null before the files of the commit are known. */
  readonly progress: IndexProgress | null;
  readonly error: unknown;
}

/**
 * Finds a name in a commit: what the service's search returns at first, and everything once the files of the commit
 * were read, which the first name begins.
 */
export function useFoundName(place: NamePlace | null, name: string): FoundName {
  const wanted = place !== null && name !== "";
  const key = [place?.account, place?.project, place?.commit, place?.path, name];
  const searched = useQuery({
    queryKey: ["searched-name", ...key],
    queryFn: ({ signal }) => (place ? findSearched(place, name, signal) : null),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: ["blobs"] },
  });
  const indexed = useQuery({
    queryKey: ["indexed-name", ...key],
    queryFn: () => (place ? findIndexed(place, name) : null),
    // Reading every file would take the service's time from its search.
    enabled: wanted && !searched.isPending,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: ["blobs"] },
  });
  const progress = useProgress((all) => (place ? all[treeOf(place)] : undefined)) ?? null;
  return {
    matches: indexed.data ?? searched.data ?? null,
    isComplete: indexed.data != null,
    progress,
    error: indexed.error && !searched.data ? indexed.error : null,
  };
}
