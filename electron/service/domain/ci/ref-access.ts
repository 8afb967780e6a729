import { forbidden } from "../../http/http-error.ts";
import type { Pipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { denialOf, type RefChange, refRulesOf } from "../branches/ref-permission.ts";

/** Ref of jobs; those of a merge request count as jobs of its source branch. */
type JobRef = Pick<Pipeline, "ref" | "tag" | "mergeRequestId">;

/**
 * Returns whether a user may start, end and erase jobs of a ref, as real services decide it: on a protected branch who may
 * push or merge to it, else developers; in an archived project nobody.
 */
export function mayRunJobsOf(store: Store, user: User, project: Project, job: JobRef): boolean {
  const rules = refRulesOf(store, user, project);
  const allows = (change: RefChange) => denialOf(rules, change) === null;
  if (job.tag) return allows({ kind: "tag", name: job.ref, change: "create" });
  const mergeRequest = job.mergeRequestId === null ? null : findMergeRequestById(store, job.mergeRequestId);
  const branch = { kind: "branch", name: mergeRequest?.sourceBranch ?? job.ref } as const;
  return allows({ ...branch, change: "write" }) || allows({ ...branch, change: "merge" });
}

/** Throws 403 where a user may not start, end and erase jobs of a ref. */
export function requireJobsOf(store: Store, user: User, project: Project, job: JobRef): void {
  if (!mayRunJobsOf(store, user, project, job)) throw forbidden();
}
