import { useQueries } from "@tanstack/react-query";
import { toProblem } from "../../../api/fetch-host.ts";
import { valuesOf, withTerm } from "../../../features/query-text/query-text.ts";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { connectionLabels } from "../fleet/fleet-row.ts";
import { type FleetScope, isMatchedHere, type RunnerQuery, runnerListQuery } from "./runner-query.ts";

interface RunnerStateCountsProps {
  readonly account: string;
  readonly scope: FleetScope;
  readonly query: RunnerQuery;
  readonly onQuery: (query: RunnerQuery) => void;
}

const states = [
  { value: undefined, label: "All" },
  { value: "online", label: connectionLabels.online },
  { value: "offline", label: connectionLabels.offline },
  { value: "stale", label: connectionLabels.stale },
  { value: "never_contacted", label: connectionLabels.never_contacted },
  { value: "paused", label: "Paused" },
] as const;
const all = "all";
/** Milliseconds for which a count is fresh. */
const freshMs = 30_000;

/**
 * The states to choose from, each with how many runners the service counts. Numbers are left out where the service does not
 * count, and where the page itself filters, since they would not be those of what is shown.
 */
export function RunnerStateCounts({ account, scope, query, onQuery }: RunnerStateCountsProps) {
  const inState = (state: string | undefined) =>
    withTerm(withTerm(query, "paused", undefined), "status", state);
  const isCounted = !isMatchedHere(inState(undefined));
  const counts = useQueries({
    queries: states.map(({ value }) => ({
      ...runnerListQuery(account, scope, inState(value), { per_page: 1 }),
      enabled: isCounted,
      staleTime: freshMs,
      refetchInterval: freshMs * 2,
    })),
    combine: (results) => ({
      totals: results.map(({ data }) => data?.paging.total),
      // Services before 14.x know fewer states.
      refused: results.map(({ error }) => error !== null && toProblem(error).status === 400),
    }),
  });
  const current = valuesOf(query, "status");
  const options = states
    .map(({ value, label }, index) => ({
      value: value ?? all,
      label,
      count: isCounted ? counts.totals[index] : undefined,
      isRefused: counts.refused[index] ?? false,
    }))
    .filter(({ value, isRefused }) => !isRefused || current.includes(value))
    .map(({ value, label, count }) => ({ value, label, count }));
  const chosen = current.length === 0 ? all : current[0];
  return (
    <ToggleButtons
      label="State"
      value={current.length > 1 ? null : (options.find(({ value }) => value === chosen)?.value ?? null)}
      onChange={(value) => onQuery(inState(value === all ? undefined : value))}
      options={options}
    />
  );
}
