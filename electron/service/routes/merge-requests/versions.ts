import {
  getMergeRequestChanges,
  listMergeRequestCommits,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import {
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { diffBatches, diffTrees, type GitDiff, type TreeDiff } from "../../git/diff/diffs.ts";
import { log } from "../../git/history/commits.ts";
import { httpError } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { mapPage, pageOf } from "../../http/paging.ts";
import { Streamed } from "../../http/stream-json.ts";
import { toCommit } from "../../presenters/commit.ts";
import { toMergeRequestDetail } from "../../presenters/merge-request.ts";
import { latestVersion, listVersions, type Version } from "../../store/review/merge-request-versions.ts";

/** Characters above which a real service leaves a file's diff out of a version, whatever the rest weighs (docs/compatibility.md, 28). */
const maxDiffLength = 100_000;
/** Listed commits of a version. */
const maxCommits = 1_000;

const toVersion = (version: Version) => ({
  id: version.id,
  head_commit_sha: version.headSha,
  base_commit_sha: version.baseSha,
  start_commit_sha: version.startSha,
  created_at: version.createdAt,
  merge_request_id: version.mergeRequestId,
  state: version.files === 0 ? "empty" : "collected",
  real_size: String(version.files),
});

/** Yields a version's files in batches, while git reads them. */
async function* versionFiles(diff: TreeDiff): AsyncGenerator<GitDiff[]> {
  for await (const files of diffBatches(diff, diff.total)) {
    yield files.map((file) =>
      file.diff.length > maxDiffLength ? { ...file, diff: "", too_large: true } : file,
    );
  }
}

export const versionRoutes = [
  implement(listMergeRequestVersions, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    return mapPage(pageOf(context, listVersions(context.store, mergeRequest.id)), toVersion);
  }),
  implement(getMergeRequestVersion, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const version = listVersions(context.store, mergeRequest.id).find(({ id }) => id === input.version_id);
    if (!version) throw httpError(404, "404 Not found");
    const repository = context.repository(project);
    const { signal } = context.request;
    const [commits, diff] = await Promise.all([
      log(repository, { from: version.headSha, without: version.baseSha, limit: maxCommits }, signal),
      diffTrees(repository, version.baseSha, version.headSha, signal),
    ]);
    const head = {
      ...toVersion(version),
      commits: commits.map((commit) => toCommit(context, project, commit)),
    };
    return new Streamed(head, "diffs", versionFiles(diff));
  }),
  implement(getMergeRequestChanges, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const head = { ...(await toMergeRequestDetail(context, mergeRequest)), overflow: false };
    const version = latestVersion(context.store, mergeRequest.id);
    if (!version) return { ...head, changes: [] };
    const repository = context.repository(project);
    const diff = await diffTrees(repository, version.baseSha, version.headSha, context.request.signal);
    return new Streamed(head, "changes", versionFiles(diff));
  }),
  implement(listMergeRequestCommits, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const version = latestVersion(context.store, mergeRequest.id);
    const commits = version
      ? await log(
          context.repository(project),
          { from: version.headSha, without: version.baseSha, limit: maxCommits },
          context.request.signal,
        )
      : [];
    return mapPage(pageOf(context, commits), (commit) => toCommit(context, project, commit));
  }),
];
