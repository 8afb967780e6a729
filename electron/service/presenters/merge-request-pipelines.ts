import { accessLevel } from "../domain/access/access-level.ts";
import { pipelinesOf } from "../domain/merge-requests/merge-request-pipelines.ts";
import type { Context } from "../http/context.ts";
import { headPipelineOf, listPipelinesOfMergeRequest, type Pipeline } from "../store/ci/pipelines.ts";
import { accessLevels } from "../store/groups/members.ts";
import { findProject } from "../store/projects/projects.ts";
import type { MergeRequest } from "../store/review/merge-requests.ts";
import { toPipelineSummary } from "./pipeline.ts";

/** Returns whether the caller may see the pipelines of a merge request's source. */
function seesSource(context: Context, { sourceProjectId }: MergeRequest): boolean {
  const source = sourceProjectId === null ? null : findProject(context.store, sourceProjectId);
  if (!source) return false;
  return (
    source.visibility === "public" ||
    accessLevel(context.store, context.user, source) >= accessLevels.reporter
  );
}

/** A pipeline of a fork's branch belongs to the fork. */
function toSummary(context: Context, pipeline: Pipeline) {
  const project = findProject(context.store, pipeline.projectId);
  if (!project) throw new Error(`pipeline ${pipeline.id} has no project`);
  return toPipelineSummary(context, project, pipeline);
}

/** Returns the pipeline of a merge request's last commit, null where there is none. */
export function toHeadPipeline(context: Context, mergeRequest: MergeRequest) {
  const query = pipelinesOf(context.store, mergeRequest, seesSource(context, mergeRequest));
  const pipeline = headPipelineOf(context.store, query);
  return pipeline && toSummary(context, pipeline);
}

/** Returns the requested page of a merge request's pipelines, newest first, and their number. */
export function listMergeRequestPipelines(context: Context, mergeRequest: MergeRequest) {
  const query = pipelinesOf(context.store, mergeRequest, seesSource(context, mergeRequest));
  const { items, total } = listPipelinesOfMergeRequest(context.store, query, context.page);
  return { items: items.map((pipeline) => toSummary(context, pipeline)), total };
}
