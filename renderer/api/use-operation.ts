import {
  type InfiniteData,
  queryOptions,
  skipToken,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import { useOptionalAccountId } from "./account-context.ts";
import { type JsonOperation, type OperationResponse, requestOperation } from "./fetch-operation.ts";
import { keepPrevious } from "./keep-previous.ts";
import { gapAfter, pageAfter, repeats } from "./list-gap.ts";
import { operationQueryKey } from "./query-client.ts";

export interface OperationOptions {
  /** Account, where it is not the route's. */
  readonly account?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Milliseconds for which a response is fresh; `Infinity` for what a commit id names. */
  readonly staleTime?: number | undefined;
  /** Polling interval in milliseconds, while the data is on screen. */
  readonly refetchInterval?: number | undefined;
  /** Shows the previous response of the same resource while the next one loads. */
  readonly keepPrevious?: boolean | undefined;
}

/** A query's result with the response's data unwrapped. */
export type OperationResult<T> = Omit<UseQueryResult<OperationResponse<T>>, "data"> & {
  readonly data: T | undefined;
  readonly response: OperationResponse<T> | undefined;
};

/** Query options of one call, for `useQuery`, `fetchQuery` and prefetching. */
export const operationQuery = <O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
  pages?: "all",
) =>
  queryOptions({
    queryKey: operationQueryKey(account, operation, pages ?? "one", input),
    queryFn: ({ signal }) => requestOperation(account, operation, input, { signal, pages }),
    meta: { reads: operation.reads },
  });

/**
 * Returns the query of an operation for the route's account. `input` null requests nothing. `error` is a ProblemError:
 * show it through `toProblem`.
 */
export function useOperation<O extends JsonOperation>(
  operation: O,
  input: InputOf<O> | null,
  options: OperationOptions = {},
): OperationResult<OutputOf<O>> {
  return useRead(operation, input, options);
}

/** Reads every page of a list as one array; the host fetches them in parallel. For lists that are needed whole. */
export function useOperationAll<O extends JsonOperation>(
  operation: O,
  input: InputOf<O> | null,
  options: OperationOptions = {},
): OperationResult<OutputOf<O>> {
  return useRead(operation, input, options, "all");
}

function useRead<O extends JsonOperation>(
  operation: O,
  input: InputOf<O> | null,
  options: OperationOptions,
  pages?: "all",
): OperationResult<OutputOf<O>> {
  const account = useChosenAccount(options.account);
  const queryKey = operationQueryKey(account, operation, pages ?? "one", input);
  const result = useQuery({
    queryKey,
    queryFn:
      account === null || input === null
        ? skipToken
        : ({ signal }) => requestOperation(account, operation, input, { signal, pages }),
    enabled: options.enabled ?? true,
    meta: { reads: operation.reads },
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.keepPrevious ? { placeholderData: keepPrevious(operation, queryKey) } : {}),
  });
  return { ...result, data: result.data?.data, response: result.data };
}

type ItemOf<T> = T extends readonly (infer I)[] ? I : never;

/** Pages of a list as they are scrolled to. */
export type OperationPages<T> = UseInfiniteQueryResult<InfiniteData<OperationResponse<T>>> & {
  readonly items: readonly ItemOf<T>[];
  /** Total entries, where the service reports them. */
  readonly total: number | undefined;
};

/** Reads a paged list page by page: `items` grows with `fetchNextPage`. `input` null requests nothing. */
export function useOperationPages<O extends JsonOperation>(
  operation: O,
  input: InputOf<O> | null,
  options: OperationOptions = {},
): OperationPages<OutputOf<O>> {
  const account = useChosenAccount(options.account);
  const queryKey = operationQueryKey(account, operation, "pages", input);
  const result = useInfiniteQuery({
    queryKey,
    queryFn:
      account === null || input === null
        ? skipToken
        : async ({ signal, pageParam }): Promise<OperationResponse<OutputOf<O>>> => {
            const page = await requestOperation(
              account,
              operation,
              { ...input, page: pageParam },
              { signal },
            );
            const { length } = page.data as readonly unknown[];
            return {
              ...page,
              gap: gapAfter(page, pageParam, (pageParam - 1) * (page.paging.perPage ?? length) + length),
            };
          },
    enabled: options.enabled ?? true,
    initialPageParam: 1,
    getNextPageParam: (
      _last: OperationResponse<OutputOf<O>>,
      pages: OperationResponse<OutputOf<O>>[],
      number: number,
    ) => pageAfter(pages, number),
    meta: { reads: operation.reads },
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keepPrevious ? { placeholderData: keepPrevious(operation, queryKey) } : {}),
  });
  const { data } = result;
  // The same array while nothing was refetched, so that memos of it stay valid.
  const items = useMemo(() => {
    const pages = data?.pages ?? [];
    const distinct = repeats(pages) ? pages.slice(0, -1) : pages;
    return distinct.flatMap((page) => page.data as readonly ItemOf<OutputOf<O>>[]);
  }, [data]);
  return {
    ...result,
    items,
    total: data?.pages[0]?.paging.total ?? undefined,
  } as OperationPages<OutputOf<O>>;
}

function useChosenAccount(chosen: string | undefined): string | null {
  const currentAccount = useOptionalAccountId();
  return chosen ?? currentAccount;
}
