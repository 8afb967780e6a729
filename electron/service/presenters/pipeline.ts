import type { Context } from "../implement.ts";
import type { Pipeline } from "../store/pipelines.ts";
import type { Project } from "../store/projects.ts";

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
