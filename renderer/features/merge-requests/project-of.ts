import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";

/** Returns the full path of a merge request's target project: from its fields, its reference or its URL. */
export function projectOf(mergeRequest: MergeRequest, listed: string | undefined): string | undefined {
  if (listed) return listed;
  const full = mergeRequest.references?.full?.split("!")[0];
  if (full) return full;
  const path = URL.canParse(mergeRequest.web_url) ? new URL(mergeRequest.web_url).pathname : "";
  return /^\/(.+?)(?:\/-)?\/merge_requests\/\d+$/.exec(path)?.[1] ?? mergeRequest.project_id?.toString();
}
