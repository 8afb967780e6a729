import { createCommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { requireProject, requireReadableProject } from "../domain/access/require-access.ts";
import {
  addCommitStatus,
  type CommitStatusDetails,
  describeStatus,
  findCommitStatuses,
  refOfStatus,
} from "../domain/ci/commit-status.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { requireCommit } from "../domain/repository/read-commits.ts";
import { implement, type Links } from "../http/implement.ts";
import { toUserOrNull } from "../presenters/user.ts";

export const commitStatusRoutes = [
  implement(listCommitStatuses, async (input, context) => {
    const { store } = context;
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(store, project, input.sha);
    const page = pageOf(context, findCommitStatuses(store, project, sha, input));
    return mapPage(page, (status) => toCommitStatus(context, describeStatus(store, project, status)));
  }),
  implement(createCommitStatus, async (input, context) => {
    const { store, user } = context;
    const project = requireProject(context, input.id, "developer");
    const sha = await requireCommit(store, project, input.sha);
    const ref = input.ref ?? (await refOfStatus(store, project, sha, context.request.signal));
    return toCommitStatus(context, addCommitStatus(store, project, sha, { ...input, ref }, user));
  }),
];

/** Returns a status of a commit with its author; that of a job leads to the job. */
function toCommitStatus(links: Links, { project, status, author }: CommitStatusDetails) {
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
