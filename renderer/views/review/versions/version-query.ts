import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OutputOf } from "../../../../shared/api/contract/operation.ts";
import type { DiffEntry, ShortCommit } from "../../../../shared/api/resources/commit-shapes.ts";
import type {
  MergeRequest,
  MergeRequestDetail,
  MergeRequestVersion,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { type DiffFile, diffFileOf } from "../../../../shared/diff/diff-file.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { type JsonResponse, requestOperation } from "../../../api/fetch-operation.ts";
import { operationQuery, useOperationAll } from "../../../api/use-operation.ts";
import { readPartialDiffList, type WithFiles } from "../../../features/streamed-diffs/read-diff-list.ts";

/** Id of the newest version on a service that shows no versions. */
const newestVersionId = 0;

/** Returns the newest version as the merge request itself describes it; null before there is one. */
function newestVersion(mergeRequest: MergeRequest | MergeRequestDetail): MergeRequestVersion | null {
  const refs = "diff_refs" in mergeRequest ? (mergeRequest as MergeRequestDetail).diff_refs : null;
  if (!refs?.head_sha || !refs.base_sha) return null;
  return {
    id: newestVersionId,
    head_commit_sha: refs.head_sha,
    base_commit_sha: refs.base_sha,
    start_commit_sha: refs.start_sha ?? refs.base_sha,
    created_at: mergeRequest.updated_at ?? mergeRequest.created_at ?? "",
    merge_request_id: mergeRequest.id,
    state: "collected",
  };
}

type NewestVersion = MergeRequestVersion & {
  /** Empty, as its files have them. */
  readonly diffs: DiffEntry[];
  readonly files: readonly DiffFile[];
  readonly commits: ShortCommit[];
};

/** Reads the newest version with its changes (services since 15.7) and commits. Throws ProblemError. */
async function readNewestVersion(
  account: string,
  { id, merge_request_iid }: { readonly id: string | number; readonly merge_request_iid: number },
  signal: AbortSignal,
): Promise<JsonResponse<NewestVersion>> {
  const target = { id, merge_request_iid };
  const [mergeRequest, diffs, commits] = await Promise.all([
    requestOperation(account, getMergeRequest, target, { signal }),
    requestOperation(account, listMergeRequestDiffs, target, { signal, pages: "all" }),
    requestOperation(account, listMergeRequestCommits, target, { signal, pages: "all" }),
  ]);
  const version = newestVersion(mergeRequest.data);
  if (version) {
    const files = diffs.data.map((entry) => diffFileOf(entry, version.head_commit_sha));
    return { ...diffs, data: { ...version, diffs: [], files, commits: commits.data } };
  }
  throw new ProblemError({
    code: "not_found",
    message: "The service has not compared the branches yet.",
    retry: true,
  });
}

/** A version and its files, whose whole diffs the worker has. */
type VersionWithFiles = WithFiles<OutputOf<typeof getMergeRequestVersion>>;

/** Returns the input of {@link getMergeRequestVersion}. */
export const versionInput = (project: string, iid: number, id: number) => ({
  id: project,
  merge_request_iid: iid,
  version_id: id,
});

/**
 * Returns the query of a version, which has data once it is complete; `usePartialFiles` returns its files before. A version
 * never changes, but for the newest one of a service without versions.
 */
export const versionQuery = (
  account: string,
  project: string,
  iid: number,
  { id, head_commit_sha: content }: Pick<MergeRequestVersion, "id" | "head_commit_sha">,
) => {
  const input = versionInput(project, iid, id);
  const { queryKey } = operationQuery(account, getMergeRequestVersion, input);
  return queryOptions({
    queryKey: [...queryKey, "files"],
    queryFn: ({ signal }): Promise<JsonResponse<VersionWithFiles>> =>
      id === newestVersionId
        ? readNewestVersion(account, input, signal)
        : readPartialDiffList(account, getMergeRequestVersion, input, { content, signal }),
    staleTime: id === newestVersionId ? 0 : Number.POSITIVE_INFINITY,
    meta: { reads: getMergeRequestVersion.reads },
  });
};

/** Versions of a merge request that are read, newest first. */
export interface VersionList {
  readonly data: readonly MergeRequestVersion[] | undefined;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Statuses of a service that lacks versions, or does not show them to the account. */
const lacking: readonly (number | undefined)[] = [403, 404, 405, 501];

/** Reads the versions of a merge request; where the service shows none, the newest one is that of the merge request. */
export function useVersions(
  project: string,
  iid: number,
  mergeRequest: MergeRequest | undefined,
): VersionList {
  const list = useOperationAll(listMergeRequestVersions, { id: project, merge_request_iid: iid });
  const isLacking = list.error !== null && lacking.includes(toProblem(list.error).status);
  const only = useMemo(() => {
    const version = isLacking && mergeRequest ? newestVersion(mergeRequest) : null;
    return version && [version];
  }, [isLacking, mergeRequest]);
  const { refetch } = list;
  return only ? { data: only, isPending: false, isLoadingError: false, error: null, refetch } : list;
}
