import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";

type RequestProjects = Pick<MergeRequest, "source_project_id" | "target_project_id">;

/**
 * Returns the project, as addresses name it, that a pipeline of a merge request belongs to: `project`, where the merge
 * request is, or the id of the fork for a pipeline of the fork's branch.
 */
export function pipelineProject(
  project: string,
  mergeRequest: RequestProjects | null,
  pipeline: Pick<Pipeline, "project_id">,
): string {
  const { source_project_id: source, target_project_id: target } = mergeRequest ?? {};
  const isOfFork = source != null && source !== target && pipeline.project_id === source;
  return isOfFork ? String(source) : project;
}

/** Returns the full path of a merge request's target project: from its fields, its reference or its URL. */
export function projectOfMergeRequest(
  mergeRequest: MergeRequest,
  listed: string | undefined,
): string | undefined {
  if (listed) return listed;
  const full = mergeRequest.references?.full?.split("!")[0];
  if (full) return full;
  const path = URL.canParse(mergeRequest.web_url) ? new URL(mergeRequest.web_url).pathname : "";
  return /^\/(.+?)(?:\/-)?\/merge_requests\/\d+$/.exec(path)?.[1] ?? mergeRequest.project_id?.toString();
}
