import type { QueryClient } from "@tanstack/react-query";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { prefetch } from "../../api/prefetch.ts";
import { followTraceAhead } from "../../api/traces/follow-trace.ts";

interface JobParams {
  readonly account: string;
  readonly project: string;
  readonly job: string;
}

/** Prefetches a job and its log, before the view's code is loaded. */
export function prefetchJob(client: QueryClient, { account, project, job }: JobParams): void {
  const id = Number(job);
  if (!Number.isInteger(id) || id < 1) return;
  prefetch(client, account, (read) => read(getJob, { id: project, job_id: id }));
  followTraceAhead({ accountId: account, project, jobId: id });
}
