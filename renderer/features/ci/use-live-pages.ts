import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../shared/api/resources/jobs.ts";
import { listSchedulePipelines } from "../../../shared/api/resources/pipeline-schedules.ts";
import { listPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { pageAfter } from "../../api/list-gap.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { keepPrevious, useOperationPages } from "../../api/use-operation.ts";
import { isActiveStatus } from "./ci-status.tsx";
import { idleMs, liveMs } from "./use-live-pipelines.ts";

interface Entry {
  readonly id: number;
  readonly status: string;
}

/** A page as the infinite query has it. */
interface EntryPage<T>
  extends Optional<{
    /** Entries of all pages, where the list counts them. */
    total: number;
  }> {
  readonly data: readonly T[];
}

interface ListHead<T> extends EntryPage<T> {
  /** Whether there are no others. */
  readonly isAll: boolean;
}

interface LivePages<T> {
  readonly items: readonly Entry[];
  readonly list: Pick<UseInfiniteQueryResult, "data" | "dataUpdatedAt" | "isPlaceholderData">;
  /** Key of the infinite query that is kept current. */
  readonly queryKey: QueryKey;
  /** Reads the first entries as they are now. */
  readonly readHead: (signal: AbortSignal) => Promise<ListHead<T>>;
}

/**
 * Polls a paged list while something in it runs and, less often, for additions by others: only its first page is read
 * again, however many there are. What a service refused is not read again.
 */
export function useLivePages<T extends Entry>({ items, list, queryKey, readHead }: LivePages<T>): void {
  const client = useQueryClient();
  const isLoaded = list.data !== undefined && !list.isPlaceholderData;
  const intervalMs = items.some(({ status }) => isActiveStatus(status)) ? liveMs : idleMs;
  const { data: head } = useQuery<ListHead<T> | null>({
    queryKey: [...queryKey, "head"],
    queryFn: ({ signal }) => readHead(signal),
    enabled: isLoaded,
    // The list has just been read itself.
    ...(isLoaded ? { initialData: null, initialDataUpdatedAt: list.dataUpdatedAt } : {}),
    refetchInterval: intervalMs,
    staleTime: intervalMs,
    gcTime: 0,
  });
  const merge = useEffectEvent((head: ListHead<T>) => {
    client.setQueryData<InfiniteData<EntryPage<T>>>(queryKey, (old) => {
      if (!old) return old;
      const merged = mergeHead(
        old.pages.map((page) => page.data),
        head.data,
        head.isAll,
      );
      if (!merged) {
        void client.invalidateQueries({ queryKey, exact: true });
        return old;
      }
      return {
        ...old,
        pages: old.pages.map((page, index) => ({
          ...page,
          ...(index === 0 && "total" in head ? { total: head.total } : {}),
          data: merged[index] ?? [],
        })),
      };
    });
  });
  useEffect(() => {
    if (head) merge(head);
  }, [head]);
}

interface MergeHeadEntry {
  readonly id: number;
}

/**
 * Returns the pages of a list, newest entry first, updated with its current first entries; `isAll` where these are the
 * whole list. Entries that no longer match a filtered list are removed. Returns null where so many are new that some
 * may be missing between the two.
 */
export function mergeHead<T extends MergeHeadEntry>(
  pages: readonly (readonly T[])[],
  head: readonly T[],
  isAll: boolean,
): T[][] | null {
  const fresh = new Map(head.map((entry) => [entry.id, entry]));
  const known = new Set(pages.flat().map(({ id }) => id));
  const added = head.filter(({ id }) => !known.has(id));
  if (!isAll && known.size > 0 && added.length === head.length) return null;
  const oldest = isAll ? Number.NEGATIVE_INFINITY : Math.min(...fresh.keys());
  return pages.map((page, index) => {
    const current = page.flatMap((entry) => fresh.get(entry.id) ?? (entry.id < oldest ? entry : []));
    return index === 0 ? [...added, ...current].toSorted((a, b) => b.id - a.id) : current;
  });
}

/** A state by which jobs can be listed. */
type JobScope = (typeof jobStatuses)[number];

/** Reads a project's jobs page by page, newest first, and keeps them current; `scope` empty for all states. */
export function useJobPages(project: string, scope: readonly JobScope[]) {
  const account = useAccountId();
  const input = { id: project, per_page: 100, scope: scope.length > 0 ? [...scope] : undefined };
  const list = useOperationPages(listJobs, input, { keepPrevious: true });
  useLivePages({
    items: list.items,
    list,
    queryKey: operationQueryKey(account, listJobs, "pages", input),
    readHead: async (signal) => {
      const { data, paging } = await requestOperation(account, listJobs, { ...input, page: 1 }, { signal });
      return { data, isAll: paging.nextPage === null && paging.nextUrl === null };
    },
  });
  return list;
}

export interface PipelineFilter
  extends Optional<{
    ref: string;
    source: string;
    /** Id of the schedule that started them; the other filters do not apply to its pipelines. */
    schedule: number;
  }> {
  /** Any of these; all where empty. */
  readonly statuses: readonly string[];
}

interface PipelinePage {
  readonly data: readonly Pipeline[];
  /** Pipelines below this id may follow on later pages of one of the states; 0 where none do. */
  readonly completeFrom: number;
  readonly nextPage: number | undefined;
  readonly total: number | undefined;
}

/** Reads one page of each of several states, since services list one state or all. */
async function readPage(
  account: string,
  project: string,
  { statuses, ref, source, schedule }: PipelineFilter,
  page: number,
  signal: AbortSignal,
): Promise<PipelinePage> {
  const input = { id: project, per_page: 50, page, ref: ref || undefined, source: source || undefined };
  const inputs = statuses.length === 0 ? [input] : statuses.map((status) => ({ ...input, status }));
  const ofSchedule = { id: project, pipeline_schedule_id: schedule ?? 0, sort: "desc" as const };
  const responses =
    schedule === undefined
      ? await Promise.all(inputs.map((each) => requestOperation(account, listPipelines, each, { signal })))
      : [
          await requestOperation(
            account,
            listSchedulePipelines,
            { ...ofSchedule, per_page: 50, page },
            { signal },
          ),
        ];
  const unfinished = responses.filter((response) => pageAfter([response], page) !== undefined);
  const totals = responses.map(({ paging }) => paging.total);
  return {
    data: responses.flatMap(({ data }) => data).toSorted((a, b) => b.id - a.id),
    completeFrom: Math.max(0, ...unfinished.flatMap(({ data }) => data.at(-1)?.id ?? [])),
    nextPage: unfinished.length > 0 ? page + 1 : undefined,
    total: totals.includes(null) ? undefined : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
  };
}

/** Reads a project's pipelines page by page, newest first, and keeps them current. */
export function usePipelinePages(project: string, filter: PipelineFilter) {
  const account = useAccountId();
  const queryKey = operationQueryKey(account, listPipelines, "pages", { id: project, ...filter });
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(account, project, filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: PipelinePage) => last.nextPage,
    meta: { reads: listPipelines.reads },
    placeholderData: keepPrevious(listPipelines, queryKey),
  });
  const { data } = result;
  const items = useMemo(() => {
    const pages = data?.pages ?? [];
    const from = pages.at(-1)?.completeFrom ?? 0;
    const distinct = new Map(pages.flatMap((page) => page.data).map((entry) => [entry.id, entry]));
    return [...distinct.values()].filter(({ id }) => id >= from).toSorted((a, b) => b.id - a.id);
  }, [data]);
  useLivePages({
    items,
    list: result,
    queryKey,
    readHead: async (signal) => {
      const page = await readPage(account, project, filter, 1, signal);
      return {
        data: page.data.filter(({ id }) => id >= page.completeFrom),
        total: page.total,
        isAll: page.nextPage === undefined,
      };
    },
  });
  return { ...result, items, total: data?.pages[0]?.total };
}
