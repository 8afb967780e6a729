import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  getRunner,
  listRunnerJobs,
  type Runner,
  type RunnerDetail,
} from "../../../../shared/api/resources/runners.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import {
  type FleetRow,
  fleetRow,
  type RecentJobs,
  recentJobCount,
  summariseJobs,
  withAllStates,
} from "./fleet-row.ts";

/** Milliseconds for which a runner's data is cached once its row is scrolled away, for filters and orders. */
const cacheTimeMs = 60 * 60_000;

/** Separates these queries, whose data is reduced, from others of the same operation. */
const shown = "console";

/** Reads a runner's details; the secret token that older services add is dropped at once. */
export const runnerDetailQuery = (account: string, id: number) =>
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
    const { queryKey } = runnerDetailQuery(account, id);
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

/** Access level of a maintainer. */
const maintainer = 40;

/**
 * Returns the input of the call that lists projects for which runners may be enabled: those that the user maintains. An
 * administrator may for all, and services count only memberships as access.
 */
export const projectsToEnable = (isAdmin: boolean, search: string) => ({
  per_page: 30,
  simple: true,
  min_access_level: isAdmin ? undefined : maintainer,
  search: search || undefined,
});

/** Data that is read of each runner beside its list entry. */
interface Needs
  extends Optional<{
    /** Milliseconds since 1970: what was read before is read again. */
    readSince: number;
  }> {
  readonly details: boolean;
  readonly jobs: boolean;
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
      (details && isUnread(runnerDetailQuery(account, id).queryKey)) ||
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
        ...(needs.details ? [client.fetchQuery({ ...runnerDetailQuery(account, id), staleTime })] : []),
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

/**
 * Joins a runner's list entry with its cached details. The later reading wins: `readAt` is when the entry was read, in
 * milliseconds.
 */
export function joinReadings(client: QueryClient, account: string, runner: Runner, readAt: number): FleetRow {
  const { queryKey } = runnerDetailQuery(account, runner.id);
  const jobsKey = jobsQuery(account, runner.id).queryKey;
  const detail = client.getQueryData(queryKey);
  const isNewer = (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= readAt;
  const row = fleetRow(runner, detail, client.getQueryData(jobsKey));
  const hasFailed = [queryKey, jobsKey].some((key) => client.getQueryState(key)?.status === "error");
  return { ...row, hasFailed, ...(isNewer ? {} : { runner }) };
}

/** Progress of the reading that a filter, an order or a chart waits for. */
export interface Reading {
  /** Changes with what was read, at most a few times a second. */
  readonly cacheVersion: number;
  readonly done: number;
  readonly total: number;
  /** Runners that could not be read. */
  readonly failed: number;
  readonly isReading: boolean;
  readonly stop: () => void;
}

const idle = { cacheVersion: 0, done: 0, total: 0, failed: 0, isReading: false } as const;
/** Milliseconds between two reports of progress. */
const reportMs = 400;

/** Reads what is needed of every given runner, once, and reports how far that is. Needs nothing: reads nothing. */
export function useNeededReadings(account: string, ids: readonly number[], needs: Needs): Reading {
  const client = useQueryClient();
  const [state, setState] = useState<Omit<Reading, "stop">>(idle);
  const [stopped, setStopped] = useState<string | null>(null);
  const { details, jobs, readSince } = needs;
  const key = details || jobs ? `${details} ${jobs} ${readSince} ${ids.join(" ")}` : "";
  useEffect(() => {
    if (key === "" || key === stopped) return;
    const wanted = key.split(" ").slice(3).filter(Boolean).map(Number);
    const needed = { details, jobs, readSince };
    const unread = unreadIds(client, account, wanted, needed);
    const total = wanted.length;
    let done = total - unread.length;
    const report = (more: { failed?: number; isReading: boolean }) =>
      setState((now) => ({
        cacheVersion: now.cacheVersion + 1,
        done,
        total,
        failed: more.failed ?? 0,
        isReading: more.isReading,
      }));
    if (unread.length === 0) return report({ isReading: false });
    const controller = new AbortController();
    report({ isReading: true });
    const timer = setInterval(() => report({ isReading: true }), reportMs);
    const count = () => void done++;
    void readFleet(client, account, unread, needed, count, controller.signal).then((failed) => {
      clearInterval(timer);
      if (!controller.signal.aborted) report({ failed, isReading: false });
    });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client, account, details, jobs, readSince, key, stopped]);
  const shown = key === "" ? idle : state;
  return {
    ...shown,
    isReading: shown.isReading && key !== stopped,
    stop: () => setStopped(key),
  };
}
