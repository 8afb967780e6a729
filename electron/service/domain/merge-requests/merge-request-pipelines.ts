import { z } from "zod";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { hasConfig, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { hasRunners } from "../../ci/usable-runners.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  hasMergeRequestPipeline,
  headPipelineOf,
  isSkippedPush,
  listPipelinesOfMergeRequest,
  type MergeRequestPipelines,
  type Pipeline,
} from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { latestVersion, listVersions, type Version } from "../../store/review/merge-request-versions.ts";
import { findMergeRequestById, type MergeRequest } from "../../store/review/merge-requests.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller, requireRole } from "../access/require-access.ts";
import { asksToSkip, createdPipeline, createNewestPipeline } from "../ci/pipelines.ts";
import { versionAdded } from "../events/events.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import type { PageRequest } from "../paged.ts";
import { invalidFields } from "../refusal.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** A version of a merge request that starts a pipeline. */
const addedVersion = z.object({ mergeRequestId: z.int(), projectId: z.int(), userId: z.int().nullable() });
const pipelinesOfVersions = outboxOf("pipeline_of_version", addedVersion);

/**
 * Starts the pipelines of merge requests that get new commits from now on, and of those for which a killed service had
 * recorded it. Returns a function that stops it.
 */
export function startMergeRequestPipelines(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = versionAdded.on(store, ({ mergeRequest: { id, projectId }, userId }) => {
    if (hasRunners(store, projectId))
      pipelinesOfVersions.add(store, { mergeRequestId: id, projectId, userId });
  });
  const stop = pipelinesOfVersions.start(store, {
    work: (added, settle) => runPipelineOfVersion(store, added, serviceUrl(), settle),
    laneOf: ({ projectId }) => projectId,
    onError,
  });
  return () => {
    unsubscribe();
    return stop();
  };
}

/** A fork runs nothing here by default: its authors may not push to this project. */
async function runPipelineOfVersion(
  store: ServiceStore,
  { mergeRequestId, projectId, userId }: z.output<typeof addedVersion>,
  serviceUrl: string,
  settle: () => void,
): Promise<void> {
  const mergeRequest = findMergeRequestById(store, mergeRequestId);
  const project = findProject(store, projectId);
  const version = latestVersion(store, mergeRequestId);
  if (!mergeRequest || !project || !version || mergeRequest.sourceProjectId !== project.id) return;
  const repository = store.git.open(project.repositoryPath);
  if (!hasRunners(store, project.id) || !(await hasConfig(repository, version.headSha))) return;
  if (hasMergeRequestPipeline(store, mergeRequest.id, version.headSha)) return;
  const { sourceBranch } = mergeRequest;
  const isSkipped =
    isSkippedPush(store, project.id, sourceBranch, version.headSha) ||
    (await asksToSkip(repository, version.headSha));
  const request = { ...requestFor(mergeRequest, version), userId, serviceUrl, isSkipped };
  await createNewestPipeline(store, project, repository, request, settle);
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
 * Runs the pipeline of a merge request for a developer; that of a fork only for a maintainer of the target project.
 * Throws `forbidden`, or `invalidFields` with the reason where there is none to run.
 */
export async function runMergeRequestPipeline(
  caller: Caller,
  { project, mergeRequest }: MergeRequestInProject,
  serviceUrl: string,
): Promise<Pipeline> {
  const { store } = caller;
  const user = requireCaller(caller);
  requireRole(caller, project, mergeRequest.sourceProjectId === project.id ? "developer" : "maintainer");
  const version = latestVersion(store, mergeRequest.id);
  if (mergeRequest.state !== "opened" || !version) {
    throw invalidFields({ base: ["The merge request is not open or has no commits"] });
  }
  return createdPipeline(store, project, user, { ...requestFor(mergeRequest, version), serviceUrl });
}

/** A pipeline with its project: a pipeline of a fork's branch belongs to the fork. */
export interface PipelineInProject {
  readonly project: Project;
  readonly pipeline: Pipeline;
}

/** Returns the pipeline of a merge request's last commit, null where there is none. */
export function headPipeline({ store, user }: Caller, mergeRequest: MergeRequest): PipelineInProject | null {
  const pipeline = headPipelineOf(store, pipelinesOf({ store, user }, mergeRequest));
  return pipeline && inProject(store, pipeline);
}

/** Returns the requested page of a merge request's pipelines, newest first, and their number. */
export function findMergeRequestPipelines(
  caller: Caller,
  mergeRequest: MergeRequest,
  page: PageRequest,
): { readonly items: PipelineInProject[]; readonly total: number } {
  const { store } = caller;
  const { items, total } = listPipelinesOfMergeRequest(store, pipelinesOf(caller, mergeRequest), page);
  return { items: items.map((pipeline) => inProject(store, pipeline)), total };
}

function inProject(store: ServiceStore, pipeline: Pipeline): PipelineInProject {
  const project = findProject(store, pipeline.projectId);
  if (!project) throw new Error(`pipeline ${pipeline.id} has no project`);
  return { project, pipeline };
}

/** Returns which pipelines belong to a merge request; those of a fork's branch where the caller may see them. */
const pipelinesOf = (caller: Caller, mergeRequest: MergeRequest): MergeRequestPipelines => ({
  mergeRequestId: mergeRequest.id,
  sourceProjectId: seesSource(caller, mergeRequest) ? mergeRequest.sourceProjectId : null,
  sourceBranch: mergeRequest.sourceBranch,
  shas: listVersions(caller.store, mergeRequest.id).map(({ headSha }) => headSha),
});

/** Returns whether the caller may see the pipelines of a merge request's source. */
function seesSource({ store, user }: Caller, { sourceProjectId }: MergeRequest): boolean {
  const source = sourceProjectId === null ? null : findProject(store, sourceProjectId);
  if (!source) return false;
  return source.visibility === "public" || accessLevel(store, user, source) >= accessLevels.reporter;
}
