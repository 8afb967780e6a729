import { useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { type OperationResult, useOperation } from "../../api/use-operation.ts";
import { pollMs } from "./poll-intervals.ts";

/** One job; requested again until it has ended, every few seconds while it runs. */
export function useJob(project: string, id: number): OperationResult<Job> {
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const job = useOperation(getJob, { id: project, job_id: id }, { refetchInterval });
  const next = job.data && pollMs([job.data.status]);
  if (next !== refetchInterval) setRefetchInterval(next);
  return job;
}
