import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { keepPrevious } from "../../api/keep-previous.ts";
import { pageAfter } from "../../api/list-gap.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useLivePages } from "./use-live-pages.ts";

export interface PipelineFilter {
  /** Any of these; all where empty. */
  readonly statuses: readonly string[];
  readonly ref?: string | undefined;
  readonly source?: string | undefined;
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
  { statuses, ref, source }: PipelineFilter,
  page: number,
  signal: AbortSignal,
): Promise<PipelinePage> {
  const input = { id: project, per_page: 50, page, ...(ref ? { ref } : {}), ...(source ? { source } : {}) };
  const inputs = statuses.length === 0 ? [input] : statuses.map((status) => ({ ...input, status }));
  const responses = await Promise.all(
    inputs.map((each) => requestOperation(account, listPipelines, each, { signal })),
  );
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
