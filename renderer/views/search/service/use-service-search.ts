import { type InfiniteData, useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useIsLocal } from "../../../features/local-repositories/use-original.ts";
import type { PagedItems } from "../../../features/paged-list/load-more.tsx";
import type { Found } from "./found.ts";
import { type SearchScope, scopeNames, scopesWithin, type Within } from "./scopes.ts";
import { type FoundPage, type Source, searchPage } from "./search-page.ts";

/** Results of a page. */
const perPage = 50;
/** Milliseconds for which results are shown without a new request. */
const staleMs = 60_000;

interface ServiceSearch {
  readonly account: string;
  readonly scope: SearchScope;
  readonly within: Within;
  readonly text: string;
  /** Whether it can be searched: the group or project is known, and the text long enough. */
  readonly isReady: boolean;
}

type Results = PagedItems & {
  readonly items: readonly Found[];
  readonly source: Source | null;
};

/** Returns the key of a search, which begins as those of operations do: what changes a resource makes it stale. */
const keyOf = (
  { account, scope, within, text }: Omit<ServiceSearch, "isReady">,
  variant: "pages" | "count" = "pages",
) => ["operation", account, `search ${scope}`, variant, { within, text }];

/** Returns the results of one scope, page by page, and where they are from. */
export function useServiceSearch(search: ServiceSearch): Results {
  const client = useQueryClient();
  const isLocal = useIsLocal(search.account);
  const result = useInfiniteQuery({
    queryKey: keyOf(search),
    queryFn: ({ pageParam, signal }) =>
      searchPage({ ...search, isLocal, client, signal, page: pageParam, perPage }),
    initialPageParam: 1,
    getNextPageParam: (last: FoundPage) => last.nextPage,
    enabled: search.isReady,
    staleTime: staleMs,
    meta: { reads: scopeNames[search.scope].reads },
  });
  const items = useMemo(() => result.data?.pages.flatMap((page) => page.items) ?? [], [result.data]);
  const [first] = result.data?.pages ?? [];
  return { ...result, items, total: first?.total, source: first?.source ?? null };
}

/**
 * Returns how many results each scope has, where that is known: cheap ones are counted once `isSettled`, those whose search
 * reads repositories after they were opened.
 */
export function useScopeCounts(
  search: ServiceSearch,
  isSettled: boolean,
): ReadonlyMap<SearchScope, number | undefined> {
  const client = useQueryClient();
  const isLocal = useIsLocal(search.account);
  const scopes = scopesWithin(search.within);
  const counted = useQueries({
    queries: scopes.map((scope) => ({
      queryKey: keyOf({ ...search, scope }, "count"),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const page = await searchPage({ ...search, scope, isLocal, client, signal, page: 1, perPage: 1 });
        // What is cached, or of recent projects, is not how many there are.
        return ["search", "lists"].includes(page.source.kind) ? (page.total ?? null) : null;
      },
      enabled: search.isReady && isSettled && scope !== search.scope && scopeNames[scope].isCounted,
      staleTime: staleMs,
      meta: { reads: scopeNames[scope].reads },
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return new Map(
    scopes.map((scope, at) => {
      const [opened] = client.getQueryData<InfiniteData<FoundPage>>(keyOf({ ...search, scope }))?.pages ?? [];
      return [scope, opened?.total ?? counted[at] ?? undefined];
    }),
  );
}
