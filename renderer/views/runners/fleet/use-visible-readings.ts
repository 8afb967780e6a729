import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Runner } from "../../../../shared/api/resources/runners.ts";
import { joinReadings } from "./join-readings.ts";
import type { FleetRow } from "./runner.ts";
import { detailQuery, jobsQuery } from "./runner-queries.ts";

/** Milliseconds for which rows stay in view before anything is requested for them. */
const restMs = 80;
/** Milliseconds after which what is in view is read again. */
const refreshMs = 30_000;

/**
 * Reads details and jobs of the runners that are in view, and of no other: requests for rows that were scrolled away are
 * canceled. The host sends as many at a time as the account's connections allow. Returns a function that joins a list
 * entry with what is known of it now.
 */
export function useVisibleReadings(
  account: string,
  visible: readonly number[],
): (runner: Runner) => FleetRow {
  const ids = useRested(visible);
  const client = useQueryClient();
  const fresh = { refetchInterval: refreshMs, staleTime: refreshMs / 2 };
  const details = useQueries({ queries: ids.map((id) => ({ ...detailQuery(account, id), ...fresh })) });
  const jobs = useQueries({ queries: ids.map((id) => ({ ...jobsQuery(account, id), ...fresh })) });
  const updatedAt = [...details, ...jobs].map((read) => `${read.status} ${read.dataUpdatedAt}`).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another update means that the cache has other readings
  return useCallback((runner) => joinReadings(client, account, runner, 0), [client, account, updatedAt]);
}

/** The same ids, once they have not changed for a moment. */
function useRested(ids: readonly number[]): readonly number[] {
  const [rested, setRested] = useState<readonly number[]>([]);
  const text = ids.join(" ");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text === "" ? [] : text.split(" ").map(Number)), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
