import type { MergeRequest, MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useMergeRequestPipelines } from "./use-live-pipelines.ts";

/** The pipeline of a merge request's last commit, kept current; null where there is none, undefined until it is known. */
export function useHeadPipeline(
  project: string,
  mergeRequest: MergeRequest | MergeRequestDetail | undefined,
): Pick<Pipeline, "id" | "status" | "project_id"> | null | undefined {
  const input = mergeRequest && { id: project, merge_request_iid: mergeRequest.iid, per_page: 20 };
  const { data, error } = useMergeRequestPipelines(input ?? null);
  const own = data?.filter(({ sha }) => sha === mergeRequest?.sha);
  const found = own?.find(({ source }) => source === "merge_request_event") ?? own?.[0];
  // A pipeline of the merged result runs a commit of its own: only the detail names it.
  const named = mergeRequest ? headOf(mergeRequest) : null;
  const head = found ?? data?.find(({ id }) => id === named?.id) ?? named;
  if (head) return head;
  return data || error ? null : undefined;
}

const headOf = (mergeRequest: MergeRequest | MergeRequestDetail): MergeRequestDetail["head_pipeline"] =>
  "user" in mergeRequest ? (mergeRequest as MergeRequestDetail).head_pipeline : null;
