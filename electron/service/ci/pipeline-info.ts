import type { Pipeline } from "../store/ci/pipelines.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import { listProtectedBranches, protectionLevels } from "../store/projects/protected-branches.ts";
import { latestVersion } from "../store/review/merge-request-versions.ts";
import {
  assigneesOf,
  findMergeRequestById,
  labelsOf,
  type MergeRequest,
  openMergeRequests,
} from "../store/review/merge-requests.ts";
import { findMilestone } from "../store/review/milestones.ts";
import type { Store } from "../store/store.ts";
import { findUser } from "../store/users/users.ts";
import type { MergeRequestInfo, PipelineInfo } from "./executor/job-info.ts";

type KnownPipeline = Pick<
  Pipeline,
  "id" | "iid" | "source" | "ref" | "tag" | "sha" | "projectId" | "mergeRequestId"
>;

/** Returns what the predefined variables of a pipeline are made of. */
export function pipelineInfo(
  store: Store,
  project: Project,
  pipeline: KnownPipeline,
  serviceUrl: string,
): PipelineInfo {
  const mergeRequest =
    pipeline.mergeRequestId === null ? null : findMergeRequestById(store, pipeline.mergeRequestId);
  const branch = pipeline.tag ? null : (mergeRequest?.sourceBranch ?? pipeline.ref);
  return {
    pipelineId: pipeline.id,
    pipelineIid: pipeline.iid,
    source: pipeline.source,
    ref: mergeRequest?.sourceBranch ?? pipeline.ref,
    tag: pipeline.tag,
    sha: pipeline.sha,
    projectId: project.id,
    projectPath: project.fullPath,
    defaultBranch: project.defaultBranch,
    serviceUrl,
    mergeRequest: mergeRequest && toMergeRequestInfo(store, project, mergeRequest),
    openMergeRequests: openMergeRequests(store, project.id)
      .filter(
        ({ sourceProjectId, sourceBranch }) => sourceProjectId === project.id && sourceBranch === branch,
      )
      .flatMap(({ projectId, iid }) => {
        const target = findProject(store, projectId);
        return target ? [`${target.fullPath}!${iid}`] : [];
      }),
  };
}

function toMergeRequestInfo(store: Store, target: Project, mergeRequest: MergeRequest): MergeRequestInfo {
  const { sourceProjectId, milestoneId, targetBranch } = mergeRequest;
  const version = latestVersion(store, mergeRequest.id);
  const milestone = milestoneId === null ? null : findMilestone(store, milestoneId);
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    title: mergeRequest.title,
    description: mergeRequest.description,
    draft: mergeRequest.wip,
    labels: labelsOf(store, mergeRequest.id),
    milestone: milestone?.title ?? null,
    assignees: assigneesOf(store, mergeRequest.id).flatMap((id) => findUser(store, id)?.username ?? []),
    sourceBranch: mergeRequest.sourceBranch,
    sourceProject: sourceProjectId === null ? null : findProject(store, sourceProjectId),
    targetBranch,
    targetProtected:
      protectionLevels(listProtectedBranches(store, target.id), targetBranch, (name) => name) !== null,
    diffBaseSha: version?.baseSha ?? null,
    diffId: version?.id ?? null,
  };
}
