import type { PipelineDetails } from "../domain/ci/pipelines.ts";
import type { Links } from "../http/implement.ts";
import type { Pipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { toUserOrNull } from "./user.ts";

/** Returns a pipeline as jobs, commits and lists contain it. */
export const toPipelineSummary = (links: Links, project: Project, pipeline: Pipeline) => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.projectId,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: pipeline.status,
  source: pipeline.source,
  created_at: pipeline.createdAt,
  updated_at: pipeline.updatedAt,
  web_url: `${links.baseUrl}/${project.fullPath}/-/pipelines/${pipeline.id}`,
});

/** Returns a pipeline of a list of pipelines. */
export const toNamedPipeline = (links: Links, project: Project, pipeline: Pipeline) => ({
  ...toPipelineSummary(links, project, pipeline),
  name: pipeline.name,
});

/** Returns a single pipeline. */
export function toPipelineDetail(links: Links, project: Project, { pipeline, user }: PipelineDetails) {
  // Whole ones, as real services have them for pipelines; jobs have fractions.
  const seconds = (from: string | null, to: string | null) =>
    from === null || to === null ? null : Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000));
  return {
    ...toNamedPipeline(links, project, pipeline),
    tag: pipeline.tag,
    yaml_errors: pipeline.error,
    user: toUserOrNull(links, user),
    started_at: pipeline.startedAt,
    finished_at: pipeline.finishedAt,
    duration: seconds(pipeline.startedAt, pipeline.finishedAt),
    queued_duration: seconds(pipeline.createdAt, pipeline.startedAt),
  };
}
