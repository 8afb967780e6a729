import { diffBatches, diffTrees, type GitDiff, type TreeDiff } from "../../git/diff/diffs.ts";
import { type GitCommit, log } from "../../git/history/commits.ts";
import { httpError } from "../../http/http-error.ts";
import {
  findVersion,
  latestVersion,
  listVersions,
  type Version,
} from "../../store/review/merge-request-versions.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** Characters above which a real service leaves a file's diff out of a version, whatever the rest weighs (docs/compatibility.md, 28). */
const maxDiffLength = 100_000;
/** Listed commits of a version. */
const maxCommits = 1_000;

/** A version with its commits, and its files in batches, while git reads them. */
export interface VersionDetails {
  readonly version: Version;
  readonly commits: readonly GitCommit[];
  readonly files: AsyncIterable<GitDiff[]>;
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
  const [commits, diff] = await Promise.all([
    readCommitsOf(store, found, version, signal),
    diffOf(store, found, version, signal),
  ]);
  return { version, commits, files: filesOf(diff) };
}

/** Returns the files of a merge request's newest version in batches; null before the first version. `signal` ends git. */
export async function readNewestFiles(
  store: Store,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<AsyncIterable<GitDiff[]> | null> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version && filesOf(await diffOf(store, found, version, signal));
}

/** Returns the commits of a merge request's newest version, newest first. `signal` ends git. */
export async function readNewestCommits(
  store: Store,
  found: MergeRequestInProject,
  signal: AbortSignal,
): Promise<GitCommit[]> {
  const version = latestVersion(store, found.mergeRequest.id);
  return version ? readCommitsOf(store, found, version, signal) : [];
}

const readCommitsOf = (
  store: Store,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<GitCommit[]> =>
  log(projectRepository(store, project), { from: headSha, without: baseSha, limit: maxCommits }, signal);

const diffOf = (
  store: Store,
  { project }: MergeRequestInProject,
  { baseSha, headSha }: Version,
  signal: AbortSignal,
): Promise<TreeDiff> => diffTrees(projectRepository(store, project), baseSha, headSha, signal);

async function* filesOf(diff: TreeDiff): AsyncGenerator<GitDiff[]> {
  for await (const files of diffBatches(diff, diff.total)) {
    yield files.map((file) =>
      file.diff.length > maxDiffLength ? { ...file, diff: "", too_large: true } : file,
    );
  }
}
