import type { Paging } from "../../../shared/api/contract/paging.ts";
import { type Branch, listBranches } from "../../../shared/api/resources/branches.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import type { NextPage } from "../../features/paged-list/load-next-page.ts";
import { branchesInput, branchesPerPage, latestBranchesInput } from "./prefetch.ts";

/** The branches of a project that are loaded so far. */
export interface ListedBranches {
  /** Undefined before the first are loaded. */
  readonly branches: readonly Branch[] | undefined;
  /** Whether the list is complete; else these are the latest ones, and the rest is loading. */
  readonly isWhole: boolean;
  /** Number of all branches, also before they are read; undefined where the service counts none. */
  readonly total: number | undefined;
  /** Whether pages are missing that could not be read. */
  readonly hasGap: boolean;
  /** Branches that are not loaded yet, below the latest ones. */
  readonly rest: NextPage;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/**
 * Reads the branches of a project that match a search. Where the service sorts by date, the latest ones are returned
 * before the rest is loaded, which is then added below them. In most projects one page has all. A service that refuses the
 * order is read without it.
 */
export function useBranches(project: string, search: string): ListedBranches {
  const latest = useOperation(listBranches, latestBranchesInput(project, search), { keepPrevious: true });
  const isOnlyPage = latest.response !== undefined && isLastPage(latest.response.paging, latest.data ?? []);
  const hasFailed = latest.error !== null && !isRefused(latest.error);
  const needsRest = !latest.isPending && !latest.isPlaceholderData && !isOnlyPage && !hasFailed;
  const all = useOperationAll(listBranches, needsRest ? branchesInput(project, search) : null, {
    keepPrevious: true,
  });
  const hasAll = needsRest && all.data !== undefined && !all.isPlaceholderData;
  const latestDrawn = latest.data && (isOnlyPage || isLatestFirst(latest.data)) ? latest.data : undefined;
  const branches = hasAll ? all.data : (latestDrawn ?? (needsRest ? all.data : undefined));
  const gap = hasAll ? all.response?.gap : undefined;
  return {
    branches,
    isWhole: hasAll || isOnlyPage,
    total: (hasAll ? all.data?.length : latest.response?.paging.total) ?? undefined,
    hasGap: gap !== undefined,
    rest: {
      hasNextPage: needsRest && !hasAll,
      isFetchingNextPage: all.isFetching,
      isFetchNextPageError: all.isError,
      fetchNextPage: all.refetch,
      error: all.error,
    },
    error: branches ? null : needsRest ? all.error : latest.error,
    refetch: () => void (needsRest ? all : latest).refetch(),
  };
}

/** Returns whether the service refused the call itself, so that the same call fails again. */
const isRefused = (error: Error): boolean => toProblem(error).code === "invalid_input";

/** Returns whether no page follows. A full page of a service that sends no paging headers may have one. */
const isLastPage = ({ nextPage, nextUrl, total }: Paging, page: readonly Branch[]): boolean =>
  nextPage === null && nextUrl === null && (total !== null || page.length < branchesPerPage);

/** Returns whether a page is sorted as it was requested. Services without that order sort by name. */
export function isLatestFirst(page: readonly Branch[]): boolean {
  const times = page.map(({ commit }) => Date.parse(commit.committed_date ?? ""));
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0));
}
