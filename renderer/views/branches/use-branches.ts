import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Paging } from "../../../shared/api/contract/paging.ts";
import { type Branch, listBranches } from "../../../shared/api/resources/branches.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import type { NextPage } from "../../features/paged-list/load-more.tsx";
import { useReconnects } from "../../state/host-state.ts";
import { branchesInput, branchesPerPage, latestBranchesInput } from "./prefetch.ts";
import { type BranchTip, type Distance, latestDistancesQuery, readDistances } from "./read-distances.ts";

/** The branches of a project that are loaded so far. */
interface ListedBranches {
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

/** Milliseconds for which rows stay in view before anything is requested for them, but for the first. */
const restMs = 80;
/** Branches in one request at most. */
const maxBranchesPerRequest = 100;

/**
 * Returns the distances of branches from the commit `base`, by the hash of their tips, for those in view; null where it
 * is not known. Requests for rows that were scrolled away are canceled, and all of them with the page.
 */
export function useDistances(
  account: string,
  project: string,
  base: string | undefined,
  visible: readonly BranchTip[],
): ReadonlyMap<string, Distance | null> {
  // Distances that failed while the service was unreachable are requested again.
  const reconnects = useReconnects(account);
  const scope = `${account} ${project} ${base} ${reconnects}`;
  const [known, setKnown] = useState<{ scope: string; distances: ReadonlyMap<string, Distance | null> }>({
    scope,
    distances: new Map(),
  });
  // Distances that could not be read are requested again with the rows.
  const { data: latest = none, isPending: isReadingLatest } = useQuery(
    latestDistancesQuery(account, project),
  );
  const own = known.scope === scope ? known.distances : none;
  const distances = useMemo(() => new Map([...latest, ...own]), [latest, own]);
  const shown = useRef({ visible, distances });
  shown.current = { visible, distances };
  const begun = useRef<string | null>(null);
  const wanted = visible.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (!base || wanted === "" || isReadingLatest) return;
    const controller = new AbortController();
    const isFirst = begun.current !== scope;
    const timer = setTimeout(
      () => {
        begun.current = scope;
        const { visible: rows, distances: there } = shown.current;
        const tips = rows.filter(({ id }) => !there.has(id) && id !== base).slice(0, maxBranchesPerRequest);
        if (tips.length === 0) return;
        let coming: [string, Distance | null][] = [];
        // Those of one response, or of one moment, are rendered together.
        const flush = () => {
          const found = coming;
          coming = [];
          setKnown((now) => ({
            scope,
            distances: new Map([...(now.scope === scope ? now.distances : none), ...found]),
          }));
        };
        const add = (id: string, distance: Distance | null) => {
          if (coming.push([id, distance]) === 1) queueMicrotask(flush);
        };
        readDistances(account, project, base, tips, add, controller.signal).catch(() => {
          if (!controller.signal.aborted) for (const { id } of tips) add(id, null);
        });
      },
      isFirst ? 0 : restMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [account, project, base, scope, wanted, isReadingLatest]);
  return distances;
}

const none: ReadonlyMap<string, Distance | null> = new Map();
