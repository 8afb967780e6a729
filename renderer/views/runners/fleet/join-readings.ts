import type { QueryClient } from "@tanstack/react-query";
import type { Runner } from "../../../../shared/api/resources/runners.ts";
import { type FleetRow, fleetRow } from "./runner.ts";
import { detailQuery, jobsQuery } from "./runner-queries.ts";

/**
 * Joins a runner's list entry with its cached details. The later reading wins: `readAt` is when the entry was read, in
 * milliseconds.
 */
export function joinReadings(client: QueryClient, account: string, runner: Runner, readAt: number): FleetRow {
  const { queryKey } = detailQuery(account, runner.id);
  const jobsKey = jobsQuery(account, runner.id).queryKey;
  const detail = client.getQueryData(queryKey);
  const isNewer = (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= readAt;
  const row = fleetRow(runner, detail, client.getQueryData(jobsKey));
  const hasFailed = [queryKey, jobsKey].some((key) => client.getQueryState(key)?.status === "error");
  return { ...row, hasFailed, ...(isNewer ? {} : { runner }) };
}
