import type { Project } from "../store/projects/projects.ts";
import { listProtectedBranches, protectionLevels } from "../store/projects/protected-branches.ts";
import { findMergeRequestById } from "../store/review/merge-requests.ts";
import type { Store } from "../store/store.ts";

/** Branch, tag or merge request that a pipeline is for. */
export interface PipelineScope {
  readonly ref: string;
  readonly tag: boolean;
  readonly mergeRequestId: number | null;
}

/**
 * Returns whether a pipeline is for protected branches alone. A merge request's pipeline runs code of its source branch,
 * so both branches have to be protected ones of the project.
 */
export function isProtectedPipeline(
  store: Store,
  project: Project,
  { ref, tag, mergeRequestId }: PipelineScope,
): boolean {
  const protections = listProtectedBranches(store, project.id);
  // Exact names: where the file system is case-insensitive, a name in another case is not protected.
  const isProtected = (branch: string) => protectionLevels(protections, branch, (name) => name) !== null;
  if (mergeRequestId === null) return !tag && isProtected(ref);
  const mergeRequest = findMergeRequestById(store, mergeRequestId);
  return (
    mergeRequest?.sourceProjectId === project.id &&
    isProtected(mergeRequest.sourceBranch) &&
    isProtected(mergeRequest.targetBranch)
  );
}
