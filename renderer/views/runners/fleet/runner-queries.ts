import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getRunner, listRunnerJobs, type RunnerDetail } from "../../../../shared/api/resources/runners.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { type RecentJobs, recentJobCount, summariseJobs } from "./recent-jobs.ts";
import { withAllStates } from "./runner.ts";

/** Milliseconds for which a runner's data is cached once its row is scrolled away, for filters and orders. */
const cacheTimeMs = 60 * 60_000;

/** Separates these queries, whose data is reduced, from others of the same operation. */
const shown = "console";

/** Reads a runner's details; the secret token that older services add is dropped at once. */
export const detailQuery = (account: string, id: number) =>
  queryOptions({
    queryKey: [...operationQueryKey(account, getRunner, "one", { id }), shown],
    queryFn: async ({ signal }): Promise<RunnerDetail> => ({
      ...(await fetchOperation(account, getRunner, { id, ...withAllStates }, signal)),
      token: null,
    }),
    meta: { reads: ["runners"] },
    gcTime: cacheTimeMs,
  });

/** Reads statistics of the last jobs of a runner. */
export const jobsQuery = (account: string, id: number) =>
  queryOptions({
    queryKey: [...operationQueryKey(account, listRunnerJobs, "one", { id }), shown],
    queryFn: async ({ signal }): Promise<RecentJobs> => {
      const input = { id, per_page: recentJobCount, order_by: "id", sort: "desc" } as const;
      return summariseJobs(await fetchOperation(account, listRunnerJobs, input, signal));
    },
    meta: { reads: ["runners", "jobs"] },
    gcTime: cacheTimeMs,
  });

/** Returns a function that puts a runner's details after a change into the cache; null: they have to be read again. */
export const cacheDetail =
  (client: QueryClient, account: string) =>
  (id: number, detail: RunnerDetail | null): void => {
    const { queryKey } = detailQuery(account, id);
    if (detail) client.setQueryData(queryKey, { ...detail, token: null });
    else void client.invalidateQueries({ queryKey, refetchType: "all" });
  };

/** Returns the runners with cached data, without a lookup of each one of a fleet. */
export function readRunnerIds(client: QueryClient, account: string): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { queryKey } of client.getQueryCache().getAll()) {
    const [, of, , , input, kind] = queryKey;
    if (of !== account || kind !== shown) continue;
    if (typeof input === "object" && input !== null && "id" in input) ids.add(Number(input.id));
  }
  return ids;
}
