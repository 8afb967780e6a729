import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  skipToken,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { AnyOperation, InputOf, OutputOf } from "../../shared/api/contract/operation.ts";
import { readPaging } from "../../shared/api/contract/paging.ts";
import { hostPrefix } from "../../shared/host/host-route.ts";
import { type StartResponse, startHeader } from "../../shared/host/start-data.ts";
import type { Optional } from "../../shared/optional.ts";
import { parseJson } from "../../shared/text/parse-json.ts";
import { useOptionalAccountId } from "./account-context.ts";
import { dataOfStart } from "./documents.ts";
import {
  type JsonOperation,
  type JsonResponse,
  operationUrl,
  readFreshness,
  requestOperation,
} from "./fetch-operation.ts";
import { gapAfter, pageAfter, readGap, repeats } from "./list-gap.ts";
import { type OperationQueryKey, operationQueryKey } from "./query-client.ts";

/** The responses that came with the HTML, by URL; null once the page has started, or another address is shown. */
let responses: ReadonlyMap<string, StartResponse> | null =
  dataOfStart && new Map(dataOfStart.responses?.map((response) => [hostPrefix + response.path, response]));

/** Ends the start of the page: what is read from now on is not what its first address begins with. */
export function endStart(): void {
  responses = null;
}

/** Returns the headers of a read while the page starts: by them the host knows what to have ready the next time. */
const startHeaders = (): Readonly<Record<string, string>> =>
  responses ? { [startHeader]: location.pathname + location.search } : {};

/** Returns the response that came with the page's HTML; undefined where there is none. */
function startResponse<O extends JsonOperation>(
  account: string | null,
  operation: O,
  input: InputOf<O> | null,
  pages?: "all",
): JsonResponse<OutputOf<O>> | undefined {
  if (!responses?.size || account === null || input === null) return undefined;
  try {
    const found = responses.get(operationUrl(account, operation, input, { pages }));
    if (!found) return undefined;
    const headers = new Headers(found.headers);
    // The host has brought it into the shape of the contract.
    const data = parseJson(found.body) as OutputOf<O>;
    return { data, paging: readPaging(headers), gap: readGap(headers), ...readFreshness(headers) };
  } catch {
    // The request, which follows, says what is wrong.
    return undefined;
  }
}

type OperationOptions = Optional<{
  /** Account, where it is not the route's. */
  account: string;
  enabled: boolean;
  /** Milliseconds for which a response is fresh; `Infinity` for what a commit id names. */
  staleTime: number;
  /** Polling interval in milliseconds, while the data is on screen. */
  refetchInterval: number;
  /** Shows the previous response of the same resource while the next one loads. */
  keepPrevious: boolean;
}>;

/** A query's result with the response's data unwrapped. */
export type OperationResult<T> = Omit<UseQueryResult<JsonResponse<T>>, "data"> & {
  readonly data: T | undefined;
  readonly response: JsonResponse<T> | undefined;
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
    queryFn: ({ signal }) =>
      requestOperation(account, operation, input, { signal, pages, headers: startHeaders() }),
    initialData: () => startResponse(account, operation, input, pages),
    // It came from a cache: what may have changed is read again.
    initialDataUpdatedAt: 0,
    meta: { reads: operation.reads },
  });

/** Query options of a list that is read page by page, for {@link useOperationPages} and prefetching. */
export const operationPagesQuery = <O extends JsonOperation>(
  account: string,
  operation: O,
  input: InputOf<O>,
) => {
  const withGap = (page: JsonResponse<OutputOf<O>>, number: number): JsonResponse<OutputOf<O>> => {
    const { length } = page.data as readonly unknown[];
    return { ...page, gap: gapAfter(page, number, (number - 1) * (page.paging.perPage ?? length) + length) };
  };
  return infiniteQueryOptions({
    queryKey: operationQueryKey(account, operation, "pages", input),
    queryFn: async ({ signal, pageParam }): Promise<JsonResponse<OutputOf<O>>> => {
      const call = { ...input, page: pageParam };
      const page = await requestOperation(account, operation, call, { signal, headers: startHeaders() });
      return withGap(page, pageParam);
    },
    initialData: () => {
      const page = startResponse(account, operation, { ...input, page: 1 });
      return page && { pages: [withGap(page, 1)], pageParams: [1] };
    },
    initialDataUpdatedAt: 0,
    initialPageParam: 1,
    getNextPageParam: (_last, pages, number) => pageAfter(pages, number),
    meta: { reads: operation.reads },
  });
};

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
        : ({ signal }) =>
            requestOperation(account, operation, input, { signal, pages, headers: startHeaders() }),
    initialData: () => startResponse(account, operation, input, pages),
    // It came from a cache: what may have changed is read again.
    initialDataUpdatedAt: 0,
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
export type OperationPages<T> = UseInfiniteQueryResult<InfiniteData<JsonResponse<T>>> & {
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
    ...(account === null || input === null
      ? { queryKey, queryFn: skipToken, initialPageParam: 1, getNextPageParam: () => null }
      : operationPagesQuery(account, operation, input)),
    enabled: options.enabled ?? true,
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

interface PreviousQuery {
  readonly queryKey: readonly unknown[];
}

/**
 * Returns the placeholder of a query: the data of the one before it, where both are of the same resource, such as other
 * filters of a project's list. Never those of another account or project.
 */
export const keepPrevious =
  (operation: AnyOperation, key: OperationQueryKey) =>
  <T>(data: T | undefined, previous: PreviousQuery | undefined): T | undefined =>
    previous && isSameResource(operation, key, previous.queryKey) ? data : undefined;

function isSameResource({ path }: AnyOperation, a: readonly unknown[], b: readonly unknown[]): boolean {
  const [before, now] = [parametersOf(a), parametersOf(b)];
  return (
    a.slice(0, -1).every((part, index) => part === b[index]) &&
    path.matchAll(/:(\w+)/g).every(([, name = ""]) => before.get(name) === now.get(name))
  );
}

const parametersOf = (key: readonly unknown[]): ReadonlyMap<string, unknown> => {
  const input = key.at(-1);
  return new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
};

/** Prefetches queries that are not cached; the view itself revalidates. */
export interface Prefetch {
  /** One response, or every page of a list. */
  <O extends JsonOperation>(operation: O, input: InputOf<O>, pages?: "all"): Promise<OutputOf<O>>;
  /** The first page of a list that is read page by page. */
  firstPage<O extends JsonOperation>(operation: O, input: InputOf<O>): Promise<unknown>;
}

/**
 * Starts a view's queries before its code is loaded, and resolves when they have ended. Errors are ignored: the view
 * requests the same again.
 */
export async function prefetch(
  client: QueryClient,
  account: string,
  plan: (read: Prefetch) => Promise<unknown>,
): Promise<void> {
  await plan(prefetchOf(client, account)).catch(() => undefined);
}

/** Returns the functions that prefetch an account's queries. */
export function prefetchOf(client: QueryClient, account: string): Prefetch {
  const one = async <O extends JsonOperation>(operation: O, input: InputOf<O>, pages?: "all") =>
    (await client.ensureQueryData(operationQuery(account, operation, input, pages))).data;
  const firstPage = <O extends JsonOperation>(operation: O, input: InputOf<O>) =>
    client.ensureInfiniteQueryData(operationPagesQuery(account, operation, input));
  return Object.assign(one, { firstPage });
}
