import { diffBatches, diffTrees, type TreeDiff } from "../../git/diff/diffs.ts";
import type { FileDiff } from "../../git/diff/finish-file.ts";
import type { GitCommit } from "../../git/history/commits.ts";
import { log } from "../../git/history/log.ts";
import { httpError } from "../../http/http-error.ts";
import { Paged, type PageRequest } from "../../http/paging.ts";
import {
  findVersion,
  latestVersion,
  listVersions,
  type Version,
} from "../../store/review/merge-request-versions.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** Listed commits of a version. */
const maxCommits = 1_000;

/** A version with its commits, and its files in batches, while git reads them. */
export interface VersionDetails {
  readonly version: Version;
  readonly commits: readonly GitCommit[];
  readonly files: AsyncIterable<FileDiff[]>;
}

/** Returns the versions of a merge request, newest first. */
export const versionsOf = (store: Store, { mergeRequest }: MergeRequestInProject): Version[] =>
  listVersions(store, mergeRequest.id);

/** Returns a version of a merge request with its commits and files. Throws 404. `signal` ends git. */
export async function readVersion(
  store: Store,
  found: MergeRequestInProject,
  versionId: number,
  signal: AbortSignal,
): Promise<VersionDetails> {
  const version = findVersion(store, found.mergeRequest.id, versionId);
  if (!version) throw httpError(404, "404 Not found");
  const [commits, files] = await Promise.all([
    commitsOf(store, found, version, signal),
    filesOf(store, found, version, signal),
  ]);
  return { version, commits, files };
}

/** Returns the files of a merge request's newest version in batches; null before the first version. `signal` ends git. */
export async function readNewestFiles(
  store: Store,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<AsyncIterable<FileDiff[]> | null> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version && filesOf(store, found, version, signal);
}

/** Returns a page of the files of a merge request's newest version; none before the first one. `signal` ends git. */
export async function readNewestPage(
  store: Store,
  found: MergeRequestInProject,
  { number, perPage }: PageRequest,
  signal: AbortSignal,
): Promise<Paged<FileDiff>> {
  const version = latestVersion(store, found.mergeRequest.id);
  if (!version) return new Paged([], { total: 0 });
  const diff = await diffOf(store, found, version, signal);
  const start = (number - 1) * perPage;
  return new Paged(await diff.slice(start, Math.min(diff.total, start + perPage)), { total: diff.total });
}

/** Returns the commits of a merge request's newest version, newest first. `signal` ends git. */
export async function readNewestCommits(
  store: Store,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<GitCommit[]> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version ? commitsOf(store, found, version, signal) : [];
}

const commitsOf = (
  store: Store,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<GitCommit[]> =>
  log(projectRepository(store, project), { from: headSha, without: baseSha, limit: maxCommits }, signal);

async function filesOf(
  store: Store,
  found: MergeRequestInProject,
  version: Version,
  signal: AbortSignal,
): Promise<AsyncIterable<FileDiff[]>> {
  const diff = await diffOf(store, found, version, signal);
  return diffBatches(diff, diff.total);
}

const diffOf = (
  store: Store,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<TreeDiff> => diffTrees(projectRepository(store, project), baseSha, headSha, signal);
