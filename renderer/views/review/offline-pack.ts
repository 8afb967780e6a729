import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { getCommitDiff, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import {
  getMergeRequest,
  getMergeRequestVersion,
  getTimeStats,
  listMergeRequestVersions,
} from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes } from "../../../shared/api/resources/notes.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listMergeRequestReactions, listNoteReactions } from "../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { accountRoutes, type PinnedResource } from "../../../shared/host/accounts.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import {
  callOperation,
  type JsonOperation,
  type OperationCallOptions,
  requestOperation,
} from "../../api/fetch-operation.ts";
import { offlineCopiesQuery } from "../../api/host-queries.ts";
import { headChecksInput } from "../../features/checks/use-head-checks.ts";
import { readDiffList } from "../../features/streamed-diffs/read-diff-list.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import { ReviewContext } from "./merge-request/review-context.ts";
import { versionInput } from "./versions/version-query.ts";

interface OfflinePack {
  /** Progress text while it is being saved; null otherwise. */
  readonly progress: string | null;
  /** The offline copy; null where there is none. */
  readonly copy: PinnedResource | null;
  readonly take: () => void;
  readonly release: () => void;
}

/** Pins the review in the host's cache until it is removed. */
export function useOfflinePack(): OfflinePack {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const client = useQueryClient();
  const query = offlineCopiesQuery(account);
  const { data } = useQuery(query);
  const [progress, setProgress] = useState<string | null>(null);
  const name = offlineCopyName(project, iid);
  const change = async (failed: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.problem(failed, describeProblem(error));
    } finally {
      setProgress(null);
      await client.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  const take = () =>
    change("The review was not saved completely", async () => {
      setProgress("Loading…");
      const { versions, files } = await readOfflinePack(account, project, iid, (done, all) =>
        setProgress(`${done} of ${all}`),
      );
      toast.success("Review available offline", {
        description: `${versions} versions and ${files} files are saved. Comments that you write offline go to the outbox.`,
      });
    });
  const release = () =>
    change("The offline copy was not removed", async () => {
      await callHost(accountRoutes.unpin, { id: account, name });
      toast.success("Offline copy removed");
    });
  return {
    progress,
    copy: data?.find((pinned) => pinned.name === name) ?? null,
    take: () => void take(),
    release: () => void release(),
  };
}

/** Concurrent requests. */
const concurrency = 6;

/** Name of a review's offline copy, which the settings show. */
const offlineCopyName = (project: string, iid: number): string => `${project}!${iid}`;

interface PackSize {
  readonly versions: number;
  readonly files: number;
}

/**
 * Requests all data of a review, so that the host pins the responses: every version with its files before and after, the
 * commits of the latest one, and the discussions. Skips what the service does not have. Throws ProblemError.
 */
async function readOfflinePack(
  account: string,
  project: string,
  iid: number,
  onProgress: (done: number, all: number) => void,
): Promise<PackSize> {
  const target = { id: project, merge_request_iid: iid };
  const whole = { ...target, per_page: 100 };
  const options = { pinAs: offlineCopyName(project, iid) };
  const list = { ...options, pages: "all" } as const;
  const request = <O extends JsonOperation>(operation: O, input: InputOf<O>, how: OperationCallOptions) =>
    requestOperation(account, operation, input, how).then(({ data }) => data);

  const versions = await request(listMergeRequestVersions, target, list);
  const blobs = new Map<string, readonly [sha: string, path: string]>();
  let commits: readonly string[] = [];
  for (const { id, base_commit_sha: base, head_commit_sha: head } of versions) {
    const read = await readDiffList(account, getMergeRequestVersion, versionInput(project, iid, id), {
      ...options,
      onFiles: (files) => {
        for (const { old_path, new_path, new_file, deleted_file } of files) {
          if (!new_file) blobs.set(`${base} ${old_path}`, [base, old_path]);
          if (!deleted_file) blobs.set(`${head} ${new_path}`, [head, new_path]);
        }
      },
    });
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
