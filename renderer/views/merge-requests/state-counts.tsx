import { useQueries, useQuery } from "@tanstack/react-query";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../api/account-context.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { withTerm } from "../../features/query-text/query-text.ts";
import { useUserIds } from "../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { ToggleButtons } from "../../ui/buttons/toggle-buttons.tsx";
import {
  type ListScope,
  type ListState,
  type MergeRequestFilter,
  mergeRequestListInput,
  parseFilter,
  peopleKeys,
} from "./list-input.ts";

interface StateCountsProps {
  readonly listScope: ListScope;
  readonly owner: string;
  readonly filter: MergeRequestFilter;
  readonly current: ListState;
  /** Number of entries of the shown state, from its list. */
  readonly total: number | undefined;
  readonly onState: (state: ListState) => void;
}

const states = ["opened", "merged", "closed", "locked", "all"] as const;
const names = { opened: "Open", merged: "Merged", closed: "Closed", locked: "Locked", all: "All" } as const;
/** Milliseconds for which a count is shown without a new request. */
const staleMs = 30_000;

/** The states to choose from, each with how many match; without numbers where the service does not count. */
export function StateCounts({ listScope, owner, filter, current, total, onState }: StateCountsProps) {
  const account = useAccountId();
  const ids = useUserIds(usersOf(filter, peopleKeys)) ?? new Map<string, number>();
  const counts = useQueries({
    queries: states.map((state) => countQuery({ account, listScope, owner, filter, state, ids })),
    combine: (results) => results.map(({ data }) => data?.paging.total),
  });
  const options = states
    .map((state, i) => ({
      value: state,
      label: names[state],
      count: state === current ? (total ?? counts[i]) : counts[i],
    }))
    // Only while a merge runs, or where one was cut off; the numbers add up to all.
    .filter(({ value, count }) => value !== "locked" || count || value === current);
  return <ToggleButtons label="State" value={current} onChange={onState} options={options} />;
}

/** Returns whether it is known that there is no merge request of any state. */
export function useHasNone(listScope: ListScope, owner: string): boolean {
  const account = useAccountId();
  const query = countQuery({
    account,
    listScope,
    owner,
    filter: parseFilter(""),
    state: "all",
    ids: new Map(),
  });
  return useQuery(query).data?.data.length === 0;
}

interface CountOf extends Pick<StateCountsProps, "listScope" | "owner" | "filter"> {
  readonly account: string;
  readonly state: ListState;
  /** Ids of the filter's users. */
  readonly ids: ReadonlyMap<string, number>;
}

/** The shortest page of a list, which has the count of all. */
function countQuery({ account, listScope, owner, filter, state, ids }: CountOf) {
  const input = { ...mergeRequestListInput(withTerm(filter, "state", state), listScope, ids), per_page: 1 };
  const query =
    listScope === "account"
      ? operationQuery(account, listMergeRequests, input)
      : listScope === "group"
        ? operationQuery(account, listGroupMergeRequests, { ...input, id: owner })
        : operationQuery(account, listProjectMergeRequests, { ...input, id: owner });
  return { ...query, staleTime: staleMs };
}
