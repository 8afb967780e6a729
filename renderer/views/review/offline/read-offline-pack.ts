import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { getCommitDiff, listCommitStatuses } from "../../../../shared/api/resources/commits.ts";
import { listDiscussions } from "../../../../shared/api/resources/discussions.ts";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import {
  getMergeRequest,
  getMergeRequestApprovals,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { getTimeStats, listMergeRequestVersions } from "../../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes } from "../../../../shared/api/resources/notes.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { listMergeRequestReactions, listNoteReactions } from "../../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import {
  type CallOptions,
  callOperation,
  type JsonOperation,
  requestOperation,
} from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { headChecksInput } from "../../../features/checks/use-head-checks.ts";
import { readVersion } from "../versions/version-query.ts";

/** Concurrent requests. */
const concurrency = 6;

/** Name of a review's offline copy, which the settings show. */
export const offlineCopyName = (project: string, iid: number): string => `${project}!${iid}`;

interface PackSize {
  readonly versions: number;
  readonly files: number;
}

/**
 * Requests all data of a review, so that the host pins the responses: every version with its files before and after, the
 * commits of the latest one, and the discussions. Skips what the service does not have. Throws ProblemError.
 */
export async function readOfflinePack(
  account: string,
  project: string,
  iid: number,
  onProgress: (done: number, all: number) => void,
): Promise<PackSize> {
  const target = { id: project, merge_request_iid: iid };
  const whole = { ...target, per_page: 100 };
  const options = { pinAs: offlineCopyName(project, iid) };
  const list = { ...options, pages: "all" } as const;
  const request = <O extends JsonOperation>(operation: O, input: InputOf<O>, how: CallOptions) =>
    requestOperation(account, operation, input, how).then(({ data }) => data);

  const versions = await request(listMergeRequestVersions, target, list);
  const blobs = new Map<string, readonly [sha: string, path: string]>();
  let commits: readonly string[] = [];
  for (const { id, base_commit_sha: base, head_commit_sha: head } of versions) {
    const read = await readVersion(
      account,
      { ...target, version_id: id },
      (entries) => {
        for (const { old_path, new_path, new_file, deleted_file } of entries) {
          if (!new_file) blobs.set(`${base} ${old_path}`, [base, old_path]);
          if (!deleted_file) blobs.set(`${head} ${new_path}`, [head, new_path]);
        }
      },
      options,
    );
    if (id === versions[0]?.id) commits = read.data.commits?.map((commit) => commit.id) ?? [];
  }
  const threads = await undefinedIfRefused(() => request(listDiscussions, whole, list));
  const checks = headChecksInput(project, await request(getMergeRequest, target, options));
  const work: readonly (() => Promise<unknown>)[] = [
    () => request(getProject, { id: project }, options),
    () => request(getCurrentUser, {}, options),
    () => request(getMergeRequestApprovals, target, options),
    () => request(getTimeStats, target, options),
    () => request(listMergeRequestReactions, whole, list),
    ...(threads ? [] : [() => request(listMergeRequestNotes, { ...whole, sort: "asc" as const }, list)]),
    ...(checks ? [() => request(listCommitStatuses, checks, list)] : []),
    ...(threads ?? []).flatMap(({ notes }) =>
      notes
        .filter(({ system }) => !system)
        .map(
          ({ id }) =>
            () =>
              request(listNoteReactions, { ...whole, note_id: id }, list),
        ),
    ),
    ...commits.map((sha) => () => request(getCommitDiff, { id: project, sha, per_page: 100 }, list)),
    ...[...blobs.values()].map(
      ([sha, path]) =>
        () =>
          readToEnd(() =>
            callOperation(account, getRawFile, { id: project, file_path: path, ref: sha }, options),
          ),
    ),
  ];
  let done = 0;
  await inParallel(work, concurrency, async (read) => {
    await undefinedIfRefused(read);
    onProgress(++done, work.length);
  });
  return { versions: versions.length, files: blobs.size };
}

/** Reads a body to its end: the host only caches complete responses. */
async function readToEnd(request: () => Promise<Response>): Promise<void> {
  const { body } = await request();
  await body?.pipeTo(new WritableStream());
}

/** Returns undefined where the service refuses: it may not have the resource. */
async function undefinedIfRefused<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    const { status } = toProblem(error);
    if (status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 429)
      return undefined;
    throw error;
  }
}
