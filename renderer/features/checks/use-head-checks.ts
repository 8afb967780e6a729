import { type CommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { useOperationAll } from "../../api/use-operation.ts";

/** Milliseconds after which the checks of an open merge request are read again: they are reported from elsewhere. */
const refetchMs = 30_000;

/** Checks of the last commit of a merge request; undefined until they are known, `error` where they cannot be read. */
export interface HeadChecks {
  readonly checks: readonly CommitStatus[] | undefined;
  readonly error: unknown;
}

/** Input that reads the statuses of a merge request's last commit: those of its source branch, in the source's project. */
export const headChecksInput = (
  project: string,
  mergeRequest: Pick<
    MergeRequest,
    "sha" | "source_branch" | "source_project_id" | "target_project_id" | "project_id"
  >,
) => {
  const { sha, source_branch: ref, source_project_id: source } = mergeRequest;
  const target = mergeRequest.target_project_id ?? mergeRequest.project_id;
  if (!sha) return null;
  return { id: source != null && source !== target ? source : project, sha, ref, per_page: 100 };
};

/** Returns the checks of the last commit of a merge request, kept current while it is open. */
export function useHeadChecks(project: string, mergeRequest: MergeRequest | undefined): HeadChecks {
  const isOpen = mergeRequest?.state === "opened";
  const { data, error } = useOperationAll(
    listCommitStatuses,
    mergeRequest ? headChecksInput(project, mergeRequest) : null,
    isOpen ? { refetchInterval: refetchMs } : {},
  );
  return { checks: data, error: data ? null : error };
}
