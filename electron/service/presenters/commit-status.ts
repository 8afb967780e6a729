import type { CommitStatusDetails } from "../domain/ci/commit-status.ts";
import type { Links } from "../http/context.ts";
import { toUserOrNull } from "./user.ts";

/** Returns a status of a commit with its author; that of a job leads to the job. */
export function toCommitStatus(links: Links, { project, status, author }: CommitStatusDetails) {
  const isJob = status.pipelineId !== null;
  return {
    id: status.id,
    sha: status.sha,
    ref: status.ref,
    status: status.status,
    name: status.name,
    stage: status.stage,
    target_url: isJob ? `${links.baseUrl}/${project.fullPath}/-/jobs/${status.id}` : status.targetUrl,
    description: status.description,
    created_at: status.createdAt,
    started_at: status.startedAt,
    finished_at: status.finishedAt,
    allow_failure: status.allowFailure,
    coverage: status.coverage,
    pipeline_id: status.pipelineId,
    author: toUserOrNull(links, author),
  };
}
