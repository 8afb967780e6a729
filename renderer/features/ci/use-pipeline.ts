import { useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getPipeline, type PipelineDetail } from "../../../shared/api/resources/pipelines.ts";
import type { Optional } from "../../../shared/optional.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { liveMs, pollMs } from "./use-live-pipelines.ts";

/** A pipeline; on a service without single pipelines the fields that its jobs contain. */
export type KnownPipeline = Pick<PipelineDetail, "id" | "sha" | "status"> & Optional<PipelineDetail>;

/** Reads a pipeline and polls it until it has ended. `jobs` are those of the pipeline. */
export function usePipeline(
  project: string,
  id: number,
  { data: jobs, isPending }: { readonly data: readonly Job[] | undefined; readonly isPending: boolean },
) {
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const detail = useOperation(
    getPipeline,
    { id: project, pipeline_id: id },
    { refetchInterval, ...(refetchInterval === liveMs ? { staleTime: liveMs } : {}) },
  );
  const ofJobs = jobs?.find((job) => job.pipeline?.id === id)?.pipeline;
  const status = detail.error ? toProblem(detail.error).status : undefined;
  const isLacking = status !== undefined && [403, 404, 405, 501].includes(status);
  const pipeline: KnownPipeline | undefined = detail.data ?? (isLacking && ofJobs ? ofJobs : undefined);
  const next = pollMs([...(pipeline ? [pipeline.status] : []), ...(jobs ?? []).map((job) => job.status)]);
  if (next !== refetchInterval) setRefetchInterval(next);
  return {
    pipeline,
    isPending: detail.isPending || (isLacking && isPending),
    error: detail.error,
    refetch: () => void detail.refetch(),
  };
}
