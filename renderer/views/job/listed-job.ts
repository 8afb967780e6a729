import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { operationKey } from "../../../shared/api/contract/operation.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listJobs, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import type { OperationResponse } from "../../api/fetch-operation.ts";

type Jobs = OperationResponse<readonly Job[]>;

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
): { readonly response: OperationResponse<Job>; readonly updatedAt: number } | null {
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
