import type { QueryClient } from "@tanstack/react-query";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { prefetch } from "../../api/prefetch.ts";
import { followTraceAhead } from "../../api/traces/follow-trace.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { listedJob } from "./listed-job.ts";

interface JobParams {
  readonly account: string;
  readonly project: string;
  readonly job: string;
}

/** Milliseconds for which a navigation waits: with the responses the view is rendered once, not first without them. */
const waitMs = 80;

/**
 * Prefetches a job and its log, before the view's code is loaded; resolves when both are there, or soon without them. A job
 * that a list has is shown as it is there; the view requests it again once that is stale. `isLikely`: the job is only likely
 * to be opened.
 */
export async function prefetchJob(
  client: QueryClient,
  { account, project, job }: JobParams,
  isLikely: boolean,
): Promise<void> {
  const id = Number(job);
  if (!Number.isInteger(id) || id < 1) return;
  const followed = followTraceAhead({ accountId: account, project, jobId: id }, isLikely);
  const { queryKey } = operationQuery(account, getJob, { id: project, job_id: id });
  const listed = client.getQueryData(queryKey) ? null : listedJob(client, account, project, id);
  if (listed) client.setQueryData(queryKey, listed.response, { updatedAt: listed.updatedAt });
  const read = prefetch(client, account, (read) => read(getJob, { id: project, job_id: id }));
  await Promise.race([Promise.all([followed, read]), new Promise((resolve) => setTimeout(resolve, waitMs))]);
}
