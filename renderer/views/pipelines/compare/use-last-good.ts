import { useQuery } from "@tanstack/react-query";
import { getMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { listPipelines, type Pipeline } from "../../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";

/** The last good pipeline of what: of the pipeline's own branch, or of the branch that it is merged into. */
export type LastGoodOf = "branch" | "target";

interface ComparedPipeline {
  readonly account: string;
  readonly project: string;
  readonly id: number;
  readonly ref: string | null;
  /** Branch that it is merged into, where the address names it. */
  readonly target: string | undefined;
}

/** Pipelines that are looked through. */
const maxPipelines = 100;

const mergeRequestRef = /^refs\/merge-requests\/(\d+)\//;

/** Reads the branch that a pipeline is merged into: that of its merge request, else the default branch. */
async function readTarget(
  { account, project, ref, target }: Omit<ComparedPipeline, "id">,
  signal: AbortSignal,
): Promise<string | null> {
  if (target !== undefined) return target;
  const iid = mergeRequestRef.exec(ref ?? "")?.[1];
  if (iid !== undefined) {
    const input = { id: project, merge_request_iid: Number(iid) };
    return (await fetchOperation(account, getMergeRequest, input, signal)).target_branch;
  }
  return (await fetchOperation(account, getProject, { id: project }, signal)).default_branch ?? null;
}

/** The branch that a pipeline is merged into; null where there is none. */
export const useTarget = ({ account, project, ref, target }: Omit<ComparedPipeline, "id">) =>
  useQuery({
    queryKey: ["pipeline-target", account, project, ref, target ?? null],
    queryFn: ({ signal }) => readTarget({ account, project, ref, target }, signal),
    staleTime: 5 * 60_000,
    meta: { reads: ["projects", "merge_requests"] },
  });

/** Returns the newest pipeline before another one, or, where `orLater`, the newest of all where none was before it. */
export const lastBefore = <P extends Pick<Pipeline, "id">>(
  pipelines: readonly P[],
  id: number,
  orLater: boolean,
): P | null => {
  const others = pipelines.filter((pipeline) => pipeline.id !== id).toSorted((a, b) => b.id - a.id);
  return others.find((pipeline) => pipeline.id < id) ?? (orLater ? (others[0] ?? null) : null);
};

/** Finds the last success before a pipeline, of its own branch or of the one that it is merged into. */
export const useLastGood = (pipeline: ComparedPipeline, of: LastGoodOf) =>
  useQuery({
    queryKey: ["last-good-pipeline", pipeline, of],
    queryFn: async ({ signal }) => {
      const { account, project, id } = pipeline;
      const ref = of === "branch" ? pipeline.ref : await readTarget(pipeline, signal);
      if (ref === null) return { ref, found: null };
      const input = { id: project, ref, status: "success", per_page: maxPipelines };
      const pipelines = await fetchOperation(account, listPipelines, input, signal);
      return { ref, found: lastBefore(pipelines, id, of === "target") };
    },
    staleTime: 60_000,
    meta: { reads: ["pipelines"] },
  });
