import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { detailQuery, jobsQuery } from "./runner-queries.ts";

/** Data that is read of each runner beside its list entry. */
export interface Needs {
  readonly details: boolean;
  readonly jobs: boolean;
  /** Milliseconds since 1970: what was read before is read again. */
  readonly readSince?: number | undefined;
}

/** Runners read concurrently; the host's limit of connections leaves room for what is in view. */
const concurrency = 4;

/** Returns the ids of the runners of which something needed is not in the cache, or may have changed since. */
export const unreadIds = (
  client: QueryClient,
  account: string,
  ids: readonly number[],
  { details, jobs, readSince }: Needs,
): number[] => {
  const isUnread = (queryKey: QueryKey) => {
    const state = client.getQueryState(queryKey);
    if (state?.data === undefined) return true;
    return readSince !== undefined && (state.isInvalidated || state.dataUpdatedAt < readSince);
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
  const { readSince } = needs;
  const staleTime =
    readSince === undefined
      ? ("static" as const)
      : ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
          state.dataUpdatedAt < readSince ? 0 : Number.POSITIVE_INFINITY;
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
