import { readCommit } from "../git/history/commits.ts";
import { ifMissing } from "../git/objects/missing-object.ts";
import { findRef } from "../git/refs/refs.ts";
import { openRepository } from "../git/repository.ts";
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
import type { CommitInfo, MergeRequestInfo, PipelineInfo } from "./executor/job-info.ts";
import { isProtectedPipeline } from "./is-protected-pipeline.ts";

type KnownPipeline = Pick<
  Pipeline,
  | "id"
  | "iid"
  | "source"
  | "ref"
  | "tag"
  | "sha"
  | "before"
  | "projectId"
  | "mergeRequestId"
  | "userId"
  | "createdAt"
>;

/** Returns what the predefined variables of a pipeline are made of. */
export async function pipelineInfo(
  store: Store,
  project: Project,
  pipeline: KnownPipeline,
  serviceUrl: string,
): Promise<PipelineInfo> {
  const user = pipeline.userId === null ? null : findUser(store, pipeline.userId);
  const mergeRequest =
    pipeline.mergeRequestId === null ? null : findMergeRequestById(store, pipeline.mergeRequestId);
  const branch = pipeline.tag ? null : (mergeRequest?.sourceBranch ?? pipeline.ref);
  return {
    pipelineId: pipeline.id,
    pipelineIid: pipeline.iid,
    createdAt: pipeline.createdAt,
    before: pipeline.before,
    commit: await commitInfo(project, pipeline),
    project: {
      title: project.name,
      description: project.description ?? "",
      visibility: project.visibility,
      namespaceId: project.groupId,
      topics: project.topics,
    },
    refProtected: isProtectedPipeline(store, project, pipeline),
    user: user && { id: user.id, username: user.username, name: user.name, email: user.email },
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

async function commitInfo(project: Project, { ref, tag, sha }: KnownPipeline): Promise<CommitInfo | null> {
  const repository = openRepository(project.repositoryPath);
  const commit = await readCommit(repository, sha).catch(ifMissing(null));
  const tagMessage = tag ? ((await findRef(repository, "tags", ref))?.message ?? null) : null;
  return commit && { ...commit, tagMessage };
}

function toMergeRequestInfo(store: Store, target: Project, mergeRequest: MergeRequest): MergeRequestInfo {
  const { sourceProjectId, milestoneId, targetBranch } = mergeRequest;
  const version = latestVersion(store, mergeRequest.id);
  const protections = listProtectedBranches(store, target.id);
  const isProtected = (branch: string) => protectionLevels(protections, branch, (name) => name) !== null;
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
    squash: mergeRequest.squash,
    sourceProtected: sourceProjectId === target.id && isProtected(mergeRequest.sourceBranch),
    targetBranch,
    targetProtected: isProtected(targetBranch),
    diffBaseSha: version?.baseSha ?? null,
    diffId: version?.id ?? null,
  };
}
