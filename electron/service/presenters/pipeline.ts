import type { Context } from "../http/context.ts";
import type { Pipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUser } from "../store/users/users.ts";
import { toUserSummary } from "./user.ts";

/** Returns a pipeline as jobs, commits and lists contain it. */
export const toPipelineSummary = (context: Context, project: Project, pipeline: Pipeline) => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.projectId,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: pipeline.status,
  source: pipeline.source,
  created_at: pipeline.createdAt,
  updated_at: pipeline.updatedAt,
  web_url: `${context.baseUrl}/${project.fullPath}/-/pipelines/${pipeline.id}`,
});

/** Returns a single pipeline. */
export function toPipelineDetail(context: Context, project: Project, pipeline: Pipeline) {
  const user = pipeline.userId === null ? null : findUser(context.store, pipeline.userId);
  const seconds = (from: string | null, to: string | null) =>
    from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  return {
    ...toPipelineSummary(context, project, pipeline),
    tag: pipeline.tag,
    yaml_errors: pipeline.error,
    user: user && toUserSummary(context, user),
    started_at: pipeline.startedAt,
    finished_at: pipeline.finishedAt,
    duration: seconds(pipeline.startedAt, pipeline.finishedAt),
    queued_duration: seconds(pipeline.createdAt, pipeline.startedAt),
  };
}
