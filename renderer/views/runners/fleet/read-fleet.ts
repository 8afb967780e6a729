import type { QueryClient } from "@tanstack/react-query";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { detailQuery, jobsQuery } from "./runner-queries.ts";

/** Data that is read of each runner beside its list entry. */
export interface Needs {
  readonly details: boolean;
  readonly jobs: boolean;
}

/** Runners read concurrently; the host's limit of connections leaves room for what is in view. */
const concurrency = 4;

/** Returns the ids of the runners of which something needed is not in the cache. */
export const unreadIds = (
  client: QueryClient,
  account: string,
  ids: readonly number[],
  { details, jobs }: Needs,
): number[] =>
  ids.filter(
    (id) =>
      (details && client.getQueryData(detailQuery(account, id).queryKey) === undefined) ||
      (jobs && client.getQueryData(jobsQuery(account, id).queryKey) === undefined),
  );

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
  await inParallel(
    ids,
    concurrency,
    async (id) => {
      const reads = [
        ...(needs.details ? [client.ensureQueryData(detailQuery(account, id))] : []),
        ...(needs.jobs ? [client.ensureQueryData(jobsQuery(account, id))] : []),
      ];
      const results = await Promise.allSettled(reads);
      if (results.some(({ status }) => status === "rejected")) failed++;
      onRead();
    },
    signal,
  );
  return failed;
}
