import { pipelineStatus } from "../../ci/pipeline-state.ts";
import { type CommitStatus, listCommitStatuses } from "../../store/ci/commit-statuses.ts";
import { lastPipelineOf } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

/** Returns the last status of each stage and name. */
export function latestStatuses(statuses: readonly CommitStatus[]): CommitStatus[] {
  const byName = new Map(statuses.map((status) => [`${status.stage}\0${status.name}`, status]));
  return [...byName.values()];
}

/** Returns the newest pipeline of a commit and its state, which is that of external checks where no pipeline ran. */
export function commitState(store: Store, project: Project, sha: string) {
  const pipeline = lastPipelineOf(store, project.id, sha);
  if (pipeline) return { pipeline, status: pipeline.status };
  const checks = latestStatuses(listCommitStatuses(store, project.id, sha));
  return { pipeline: null, status: checks.length === 0 ? null : pipelineStatus(checks) };
}
