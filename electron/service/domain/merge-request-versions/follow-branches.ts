import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  listPendingFollowUps,
  openMergeRequests,
  openMergeRequestsOf,
} from "../../store/review/merge-requests.ts";
import { followMergeRequest } from "./follow-merge-request.ts";

/**
 * Follows up the open merge requests of branches of a project that were updated: a new tip of a source branch is a new
 * version, and a source that its target now contains is merged. `userId` is who updated them; null as `branches` means
 * all branches.
 */
export async function followBranches(
  store: ServiceStore,
  project: Project,
  userId: number | null,
  branches: readonly string[] | null,
): Promise<void> {
  const mergeRequests = branches
    ? openMergeRequestsOf(store, project.id, branches)
    : openMergeRequests(store, project.id);
  for (const mergeRequest of mergeRequests) await followMergeRequest(store, mergeRequest, userId);
}

/** Follows up branch updates that a killed service had not followed up. Their user is unknown by then. */
export async function followPendingUpdates(store: ServiceStore): Promise<void> {
  for (const mergeRequest of listPendingFollowUps(store)) await followMergeRequest(store, mergeRequest, null);
}
