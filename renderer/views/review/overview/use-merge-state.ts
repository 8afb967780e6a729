import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  MergeRequest,
  MergeRequestDetail,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { useOperation } from "../../../api/use-operation.ts";

/** Milliseconds between two reads while a rebase runs, and while an automatic merge waits. */
const rebasePollMs = 1_500;
const autoMergePollMs = 10_000;

/** State of an open merge request that changes without the user. */
export interface MergeState {
  readonly isRebasing: boolean;
  /** Commits of the target that the source lacks; undefined where the service does not say. */
  readonly behind: number | undefined;
  readonly isAutoMerging: boolean;
  /** Who set the automatic merge; null where the service does not say. */
  readonly autoMergeUser: string | null;
  /** Reason why the last rebase or merge failed. */
  readonly error: string | null;
  readonly refetch: () => Promise<unknown>;
}

/** Reads an open merge request with its progress, again and again while something goes on. */
export function useMergeState(project: string, mergeRequest: MergeRequest): MergeState {
  const account = useAccountId();
  const client = useQueryClient();
  const { iid, sha, state } = mergeRequest;
  const [pollMs, setPollMs] = useState<number>();
  const { data, refetch } = useOperation(
    getMergeRequest,
    {
      id: project,
      merge_request_iid: iid,
      include_diverged_commits_count: true,
      include_rebase_in_progress: true,
    },
    { enabled: state === "opened", refetchInterval: pollMs },
  );
  const found: MergeRequestDetail | undefined = data;
  const isRebasing = found?.rebase_in_progress ?? false;
  const isAutoMerging = (found ?? mergeRequest).merge_when_pipeline_succeeds ?? false;
  useEffect(() => {
    setPollMs(isRebasing ? rebasePollMs : isAutoMerging ? autoMergePollMs : undefined);
  }, [isRebasing, isAutoMerging]);
  // What else is on the page shows the head and state of before.
  const isNew = found !== undefined && (found.state !== state || (found.sha ?? null) !== (sha ?? null));
  useEffect(() => {
    if (isNew) void invalidateResources(client, account, ["merge_requests", "notes", "branches", "commits"]);
  }, [account, client, isNew]);
  return {
    isRebasing,
    behind: found?.diverged_commits_count,
    isAutoMerging,
    autoMergeUser: (found ?? mergeRequest).merge_user?.name ?? null,
    error: found?.merge_error ?? null,
    refetch,
  };
}
