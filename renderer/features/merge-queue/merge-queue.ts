import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  mergeQueueRoutes,
  type QueuedMergeRequest,
  type QueuedState,
} from "../../../shared/host/merge-queue.ts";
import { hasEnded } from "../../../shared/merge-requests/queue-lanes.ts";
import { callHost } from "../../api/fetch-host.ts";
import { useHostState } from "../../state/host-state.ts";

/** Adds a merge request to the queue at the head that is shown. Throws ProblemError. */
export const addToQueue = (
  account: string,
  project: string,
  { iid, title, target_branch: targetBranch, sha }: MergeRequest,
): Promise<QueuedMergeRequest> =>
  callHost(mergeQueueRoutes.add, {
    body: { accountId: account, project, iid, title, targetBranch, sha: sha ?? "" },
  });

/** Takes an entry out of the queue. What was sent for it already may still happen. Throws ProblemError. */
export const removeFromQueue = (key: string): Promise<void> => callHost(mergeQueueRoutes.remove, { key });

/** Returns the last entry of a merge request in the queue; undefined where it has none. */
export const useQueued = (account: string, project: string, iid: number): QueuedMergeRequest | undefined =>
  useHostState(({ mergeQueue }) =>
    mergeQueue.entries.findLast(
      (entry) => entry.accountId === account && entry.project === project && entry.iid === iid,
    ),
  );

/** Number of the entries that have not ended. */
export const useQueuedCount = (): number =>
  useHostState(({ mergeQueue }) => mergeQueue.entries.filter((entry) => !hasEnded(entry)).length);

export const queuedStateTexts: Readonly<Record<QueuedState, string>> = {
  queued: "Queued",
  rebasing: "Rebasing",
  waiting: "Waiting",
  merging: "Merging",
  merged: "Merged",
  stopped: "Stopped",
};
