import type { GitCommit } from "../../git/commits.ts";
import { diffBatches, diffTrees, type TreeDiff } from "../../git/diff-tree.ts";
import type { FileDiff } from "../../git/finish-file.ts";
import { log } from "../../git/log.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  findVersion,
  latestVersion,
  listVersions,
  type Version,
} from "../../store/review/merge-request-versions.ts";
import { projectRepository } from "../originals/original-state.ts";
import { Paged, type PageRequest } from "../paged.ts";
import { notFound } from "../refusal.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** Listed commits of a version. */
const maxCommits = 1_000;

/** A version with its commits, and its files in batches, while git reads them. */
interface VersionDetails {
  readonly version: Version;
  readonly commits: readonly GitCommit[];
  readonly files: AsyncIterable<FileDiff[]>;
}

/** Returns the versions of a merge request, newest first. */
export const versionsOf = (store: ServiceStore, { mergeRequest }: MergeRequestInProject): Version[] =>
  listVersions(store, mergeRequest.id);

/** Returns a version of a merge request with its commits and files. Throws `notFound`. `signal` ends git. */
export async function readVersion(
  store: ServiceStore,
  found: MergeRequestInProject,
  versionId: number,
  signal: AbortSignal,
): Promise<VersionDetails> {
  const version = findVersion(store, found.mergeRequest.id, versionId);
  if (!version) throw notFound();
  const [commits, files] = await Promise.all([
    commitsOf(store, found, version, signal),
    filesOf(store, found, version, signal),
  ]);
  return { version, commits, files };
}

/** Returns the files of a merge request's newest version in batches; null before the first version. `signal` ends git. */
export async function readNewestFiles(
  store: ServiceStore,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<AsyncIterable<FileDiff[]> | null> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version && filesOf(store, found, version, signal);
}

/** Returns a page of the files of a merge request's newest version; none before the first one. `signal` ends git. */
export async function readPageOfNewestFiles(
  store: ServiceStore,
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
  store: ServiceStore,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<GitCommit[]> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version ? commitsOf(store, found, version, signal) : [];
}

const commitsOf = (
  store: ServiceStore,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<GitCommit[]> =>
  log(projectRepository(store, project), { from: headSha, without: baseSha, limit: maxCommits }, signal);

async function filesOf(
  store: ServiceStore,
  found: MergeRequestInProject,
  version: Version,
  signal: AbortSignal,
): Promise<AsyncIterable<FileDiff[]>> {
  const diff = await diffOf(store, found, version, signal);
  return diffBatches(diff, diff.total);
}

const diffOf = (
  store: ServiceStore,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<TreeDiff> => diffTrees(projectRepository(store, project), baseSha, headSha, signal);
