import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob, listJobs, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import type { JsonResponse } from "../../api/fetch-operation.ts";
import { followTraceAhead } from "../../api/traces/follow-trace.ts";
import { operationQuery, prefetch } from "../../api/use-operation.ts";

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

type Jobs = JsonResponse<readonly Job[]>;

const lists = new Set([listJobs, listPipelineJobs].map(operationKey));

/**
 * Returns a job out of the lists of jobs that were read, as the latest of them has it, with when it was read in
 * milliseconds; null where none has it.
 */
export function listedJob(
  client: QueryClient,
  account: string,
  project: string,
  id: number,
): { readonly response: JsonResponse<Job>; readonly updatedAt: number } | null {
  const queries = client.getQueryCache().findAll({
    predicate: ({ queryKey: [kind, of, operation, , input] }) =>
      kind === "operation" && of === account && lists.has(String(operation)) && isOf(input, project),
  });
  queries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of queries) {
    // The type of the response follows from the operation.
    const data = state.data as Jobs | InfiniteData<Jobs> | undefined;
    const pages = data && "pages" in data ? data.pages : data ? [data] : [];
    for (const page of pages) {
      const job = page.data.find((one) => one.id === id);
      if (job) return { response: { ...page, data: job }, updatedAt: state.dataUpdatedAt };
    }
  }
  return null;
}

const isOf = (input: unknown, project: string): boolean =>
  typeof input === "object" && input !== null && "id" in input && String(input.id) === project;
