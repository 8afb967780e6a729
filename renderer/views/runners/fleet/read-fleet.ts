import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { detailQuery, jobsQuery } from "./runner-queries.ts";

/** Data that is read of each runner beside its list entry. */
export interface Needs {
  readonly details: boolean;
  readonly jobs: boolean;
  /** Reads again everything that may have changed since it was read. */
  readonly isFresh?: boolean;
}

/** Runners read concurrently; the host's limit of connections leaves room for what is in view. */
const concurrency = 4;

/** Returns the ids of the runners of which something needed is not in the cache, or may have changed since. */
export const unreadIds = (
  client: QueryClient,
  account: string,
  ids: readonly number[],
  { details, jobs, isFresh = false }: Needs,
): number[] => {
  const isUnread = (queryKey: QueryKey) => {
    const state = client.getQueryState(queryKey);
    return state?.data === undefined || (isFresh && state.isInvalidated);
  };
  return ids.filter(
    (id) =>
      (details && isUnread(detailQuery(account, id).queryKey)) ||
      (jobs && isUnread(jobsQuery(account, id).queryKey)),
  );
};

/**
 * Reads what is needed of runners into the cache, until `signal` fires. What cannot be read is left out; returns how many
 * those are.
 */
export async function readFleet(
  client: QueryClient,
  account: string,
  ids: readonly number[],
  needs: Needs,
  onRead: () => void,
  signal: AbortSignal,
): Promise<number> {
  let failed = 0;
  const staleTime = needs.isFresh ? Number.POSITIVE_INFINITY : "static";
  await inParallel(
    ids,
    concurrency,
    async (id) => {
      const reads = [
        ...(needs.details ? [client.fetchQuery({ ...detailQuery(account, id), staleTime })] : []),
        ...(needs.jobs ? [client.fetchQuery({ ...jobsQuery(account, id), staleTime })] : []),
      ];
      const results = await Promise.allSettled(reads);
      if (results.some(({ status }) => status === "rejected")) failed++;
      onRead();
    },
    signal,
  );
  return failed;
}
