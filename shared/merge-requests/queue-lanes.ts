import type { QueuedMergeRequest, QueueLane } from "../host/merge-queue.ts";

/** Returns whether an entry is done with, merged or not. */
export const hasEnded = ({ state }: Pick<QueuedMergeRequest, "state">): boolean =>
  state === "merged" || state === "stopped";

/** Returns whether an entry is merged into the branch of a lane. */
export const isInLane = (entry: QueueLane, { accountId, project, targetBranch }: QueueLane): boolean =>
  entry.accountId === accountId && entry.project === project && entry.targetBranch === targetBranch;
