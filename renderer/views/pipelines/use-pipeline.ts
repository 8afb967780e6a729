import { useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getPipeline, type PipelineDetail } from "../../../shared/api/resources/pipelines.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isActiveStatus } from "../../features/ci/status-style.ts";
import { liveMs } from "../../features/ci/use-live-pages.ts";

/** A pipeline, or on a service without single pipelines what its jobs contain of it. */
export type KnownPipeline = Pick<PipelineDetail, "id" | "sha" | "status"> & Partial<PipelineDetail>;

/** Reads a pipeline and polls it while it is active. `jobs` are those of the pipeline. */
export function usePipeline(
  project: string,
  id: number,
  { data: jobs, isPending }: { readonly data: readonly Job[] | undefined; readonly isPending: boolean },
) {
  const [isLive, setLive] = useState(false);
  const detail = useOperation(
    getPipeline,
    { id: project, pipeline_id: id },
    isLive ? { refetchInterval: liveMs, staleTime: liveMs } : {},
  );
  const ofJobs = jobs?.find((job) => job.pipeline?.id === id)?.pipeline;
  const status = detail.error ? toProblem(detail.error).status : undefined;
  const isLacking = status !== undefined && [403, 404, 405, 501].includes(status);
  const pipeline: KnownPipeline | undefined = detail.data ?? (isLacking && ofJobs ? ofJobs : undefined);
  const active =
    isActiveStatus(pipeline?.status ?? "") || (jobs ?? []).some((job) => isActiveStatus(job.status));
  if (active !== isLive) setLive(active);
  return {
    pipeline,
    isPending: detail.isPending || (isLacking && isPending),
    error: detail.error,
    refetch: () => void detail.refetch(),
  };
}
