import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Runner } from "../../../shared/api/resources/runners.ts";
import { matchRunner } from "./filter/match-runner.ts";
import { queryNeeds, type RunnerQuery } from "./filter/runner-query.ts";
import { joinReadings } from "./fleet/join-readings.ts";
import { type FleetRow, fleetRow } from "./fleet/runner.ts";
import { readRunnerIds } from "./fleet/runner-queries.ts";
import { type Reading, useNeededReadings } from "./fleet/use-needed-readings.ts";
import { type Sort, sortNeeds, sortRows } from "./table/sort-rows.ts";

export interface MatchingRows {
  /** Rows that match, in order. */
  readonly rows: readonly FleetRow[];
  /** Loaded runners of which it is not known yet whether they match. */
  readonly unknown: number;
  readonly reading: Reading;
}

/** Returns the loaded runners that match a query, sorted; reads what the query, the order or a chart needs. */
export function useMatchingRows(
  account: string,
  runners: readonly Runner[],
  readAt: number,
  query: RunnerQuery,
  sort: Sort | null,
  everything: boolean,
): MatchingRows {
  const client = useQueryClient();
  const wanted = [queryNeeds(query), sortNeeds(sort), { details: everything, jobs: everything }];
  const reading = useNeededReadings(
    account,
    useMemo(() => runners.map(({ id }) => id), [runners]),
    { details: wanted.some(({ details }) => details), jobs: wanted.some(({ jobs }) => jobs) },
  );
  const { cacheVersion, isReading } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cache version means that the cache has more
  const matched = useMemo(() => {
    const read = readRunnerIds(client, account);
    const all = runners.map((runner) =>
      read.has(runner.id) ? joinReadings(client, account, runner, readAt) : fleetRow(runner),
    );
    const matches = all.map((row) => matchRunner(row, query));
    const unknown = matches.filter((match) => match === "unknown").length;
    return { rows: all.filter((_, index) => matches[index] === "yes"), unknown };
  }, [client, account, runners, readAt, query, cacheVersion]);
  // Rows would move all the time while values arrive.
  const order = isReading ? null : sort;
  const rows = useMemo(() => sortRows(matched.rows, order), [matched, order]);
  return { rows, unknown: matched.unknown, reading };
}
