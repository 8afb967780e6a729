import { useEffect, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { type OperationResult, useOperation } from "../../api/use-operation.ts";
import { isActiveStatus } from "./status-style.ts";

/** Polling interval of a running job, in milliseconds. */
const intervalMs = 3_000;

/** One job; requested again every few seconds until it has ended. */
export function useJob(project: string, id: number): OperationResult<Job> {
  const [active, setActive] = useState(false);
  const result = useOperation(
    getJob,
    { id: project, job_id: id },
    { refetchInterval: active ? intervalMs : undefined },
  );
  const status = result.data?.status;
  useEffect(() => setActive(status !== undefined && isActiveStatus(status)), [status]);
  return result;
}
