import { useState } from "react";
import { listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { isActiveStatus } from "./status-style.ts";
import { liveMs } from "./use-live-pages.ts";

interface PipelineJobsOptions {
  /** Whether the pipeline runs, as the caller last read. */
  readonly isActive?: boolean;
  readonly isEnabled?: boolean;
}

/** Reads all jobs of a pipeline, attempts that a retry replaced included, and keeps them current while something runs. */
export function usePipelineJobs(project: string, pipeline: number, options: PipelineJobsOptions = {}) {
  const [isLive, setLive] = useState(false);
  const jobs = useOperationAll(
    listPipelineJobs,
    options.isEnabled === false
      ? null
      : { id: project, pipeline_id: pipeline, include_retried: true, per_page: 100 },
    isLive ? { refetchInterval: liveMs, staleTime: liveMs } : {},
  );
  const active = options.isActive === true || (jobs.data ?? []).some(({ status }) => isActiveStatus(status));
  if (active !== isLive) setLive(active);
  return jobs;
}
