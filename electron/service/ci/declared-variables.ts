import { type CiVariable, listCiVariables } from "../store/ci/ci-variables.ts";
import type { Project } from "../store/projects/projects.ts";
import { listProtectedBranches, protectionLevels } from "../store/projects/protected-branches.ts";
import { findMergeRequestById } from "../store/review/merge-requests.ts";
import type { Store } from "../store/store.ts";

/** The input that selects a pipeline's variables. */
export interface VariableScope {
  readonly ref: string;
  readonly tag: boolean;
  readonly mergeRequestId: number | null;
}

/** Returns the variables that a project declares for a pipeline: protected ones only where its branches are. */
export function declaredVariables(store: Store, project: Project, scope: VariableScope): CiVariable[] {
  const isProtected = isForProtectedBranches(store, project, scope);
  return listCiVariables(store, project.id).filter((variable) => isProtected || !variable.protected);
}

/**
 * A merge request's pipeline runs code of its source branch, so both branches have to be protected ones of the
 * project.
 */
function isForProtectedBranches(
  store: Store,
  project: Project,
  { ref, tag, mergeRequestId }: VariableScope,
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
