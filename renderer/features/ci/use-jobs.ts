import { useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { type OperationResult, useOperation, useOperationAll } from "../../api/use-operation.ts";
import { liveMs, pollMs } from "./use-live-pipelines.ts";

interface PipelineJobsOptions {
  /** Whether the pipeline runs, for a caller that keeps its state current; jobs that do not run are not polled then. */
  readonly isActive?: boolean;
  readonly isEnabled?: boolean;
}

/** Reads all jobs of a pipeline, attempts that a retry replaced included, and keeps them current until all have ended. */
export function usePipelineJobs(project: string, pipeline: number, options: PipelineJobsOptions = {}) {
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const jobs = useOperationAll(
    listPipelineJobs,
    options.isEnabled === false
      ? null
      : { id: project, pipeline_id: pipeline, include_retried: true, per_page: 100 },
    { refetchInterval, ...(refetchInterval === liveMs ? { staleTime: liveMs } : {}) },
  );
  const ofJobs = pollMs((jobs.data ?? []).map(({ status }) => status));
  const isLive = options.isActive === true || ofJobs === liveMs;
  const next = isLive ? liveMs : options.isActive === undefined ? ofJobs : undefined;
  if (next !== refetchInterval) setRefetchInterval(next);
  return jobs;
}

/** One job; requested again until it has ended, every few seconds while it runs. */
export function useJob(project: string, id: number): OperationResult<Job> {
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const job = useOperation(getJob, { id: project, job_id: id }, { refetchInterval });
  const next = job.data && pollMs([job.data.status]);
  if (next !== refetchInterval) setRefetchInterval(next);
  return job;
}
