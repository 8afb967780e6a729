import { type UseQueryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { JsonResponse } from "../../api/fetch-operation.ts";
import type { OperationQueryKey } from "../../api/query-client.ts";
import { ToggleButtons } from "../../ui/buttons/toggle-buttons.tsx";

/** Query of the shortest page of a list, which has the count of all. */
export type CountQuery = Pick<
  UseQueryOptions<
    JsonResponse<readonly unknown[]>,
    Error,
    JsonResponse<readonly unknown[]>,
    OperationQueryKey
  >,
  "queryKey" | "queryFn" | "initialData" | "initialDataUpdatedAt" | "meta"
>;

/** Milliseconds for which a count is shown without a new request. */
const staleTime = 30_000;

interface StateCountsProps<S extends string> {
  readonly states: readonly { readonly value: S; readonly label: string; readonly isRare?: boolean }[];
  readonly current: S;
  /** Number of entries of the current state, from its list. */
  readonly total: number | undefined;
  readonly queryOf: (state: S) => CountQuery;
  readonly onState: (state: S) => void;
}

/**
 * The states to choose from, each with how many match; without numbers where the service does not count. A rare one is
 * shown only where there is any, so that the numbers add up to all.
 */
export function StateCounts<S extends string>({
  states,
  current,
  total,
  queryOf,
  onState,
}: StateCountsProps<S>) {
  const counts = useQueries({
    queries: states.map(({ value }) => ({ ...queryOf(value), staleTime })),
    combine: (results) => results.map(({ data }) => data?.paging.total),
  });
  const options = states
    .map(({ value, label, isRare = false }, i) => ({
      value,
      label,
      isRare,
      count: value === current ? (total ?? counts[i]) : counts[i],
    }))
    .filter(({ value, count, isRare }) => !isRare || count || value === current);
  return <ToggleButtons label="State" value={current} onChange={onState} options={options} />;
}

/** Returns whether it is known that a list has no entry. */
export const useHasNone = (query: CountQuery): boolean =>
  useQuery({ ...query, staleTime }).data?.data.length === 0;
