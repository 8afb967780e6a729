import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findMergeRequest, type MergeRequest } from "../../store/review/merge-requests.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireReadableProject } from "../access/require-access.ts";
import { forbidden, notFound } from "../refusal.ts";

/** A merge request with its target project. */
export interface MergeRequestInProject {
  readonly project: Project;
  readonly mergeRequest: MergeRequest;
}

/** Returns a merge request of a project whose code the caller may read. Throws `notFound` and `forbidden`. */
export function requireMergeRequest(caller: Caller, id: string | number, iid: number): MergeRequestInProject {
  const project = requireReadableProject(caller, id);
  const mergeRequest = findMergeRequest(caller.store, project.id, iid);
  if (!mergeRequest) throw notFound();
  return { project, mergeRequest };
}

/** Throws `forbidden` unless the caller wrote the merge request or is a developer of its project. */
export function requireEditor(
  { store, user }: Caller,
  { project, mergeRequest }: MergeRequestInProject,
): void {
  if (mergeRequest.authorId === user?.id) return;
  if (accessLevel(store, user, project) < accessLevels.developer) throw forbidden();
}
