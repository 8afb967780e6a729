import { hasConfig, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { openRepository } from "../../git/repository.ts";
import { forbidden, httpError } from "../../http/http-error.ts";
import { mayRunJobs } from "../../store/ci/ci-settings.ts";
import {
  hasMergeRequestPipeline,
  type MergeRequestPipelines,
  type Pipeline,
} from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { latestVersion, listVersions, type Version } from "../../store/review/merge-request-versions.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { createdPipeline, createNewestPipeline } from "../ci/pipelines.ts";
import { onVersionAdded, type VersionAdded } from "./merge-request-events.ts";

/** Starts the pipelines of merge requests that get new commits from now on. */
export function startMergeRequestPipelines(
  store: Store,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): void {
  onVersionAdded(store, (event) => {
    runPipelineOfVersion(store, event, serviceUrl()).catch(onError);
  });
}

/** A fork runs nothing here by default: its authors may not push to this project. */
async function runPipelineOfVersion(
  store: Store,
  { mergeRequest, userId }: VersionAdded,
  serviceUrl: string,
): Promise<void> {
  const project = findProject(store, mergeRequest.projectId);
  const version = latestVersion(store, mergeRequest.id);
  if (!project || !version || mergeRequest.sourceProjectId !== project.id) return;
  const repository = openRepository(project.repositoryPath);
  if (!mayRunJobs(store, project.id) || !(await hasConfig(repository, version.headSha))) return;
  if (hasMergeRequestPipeline(store, mergeRequest.id, version.headSha)) return;
  const request = { ...requestFor(mergeRequest, version), userId, serviceUrl };
  await createNewestPipeline(store, project, repository, request);
}

const requestFor = (
  mergeRequest: MergeRequest,
  { headSha, baseSha }: Version,
): Omit<PipelineRequest, "userId" | "serviceUrl"> => ({
  ref: `refs/merge-requests/${mergeRequest.iid}/head`,
  tag: false,
  sha: headSha,
  before: baseSha,
  source: "merge_request_event",
  mergeRequestId: mergeRequest.id,
});

/**
 * Runs the pipeline of a merge request that somebody asked for; that of a fork only for a maintainer of the project
 * that it is proposed to. Throws 403, or 400 with the reason where there is none to run.
 */
export async function runMergeRequestPipeline(
  store: Store,
  project: Project,
  mergeRequest: MergeRequest,
  { user, isMaintainer, serviceUrl }: { user: User; isMaintainer: boolean; serviceUrl: string },
): Promise<Pipeline> {
  if (mergeRequest.sourceProjectId !== project.id && !isMaintainer) throw forbidden();
  const version = latestVersion(store, mergeRequest.id);
  if (mergeRequest.state !== "opened" || !version) {
    throw httpError(400, { base: ["The merge request is not open or has no commits"] });
  }
  const request = { ...requestFor(mergeRequest, version), userId: user.id, serviceUrl };
  return createdPipeline(store, project, request);
}

/** Returns which pipelines belong to a merge request. Those of a fork's branch count where `seesSource` is true. */
export const pipelinesOf = (
  store: Store,
  mergeRequest: MergeRequest,
  seesSource: boolean,
): MergeRequestPipelines => ({
  mergeRequestId: mergeRequest.id,
  sourceProjectId: seesSource ? mergeRequest.sourceProjectId : null,
  sourceBranch: mergeRequest.sourceBranch,
  shas: listVersions(store, mergeRequest.id).map(({ headSha }) => headSha),
});
