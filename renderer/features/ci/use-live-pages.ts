import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { mergeHead } from "./merge-head.ts";
import { idleMs, liveMs } from "./poll-intervals.ts";
import { isActiveStatus } from "./status-style.ts";

interface Entry {
  readonly id: number;
  readonly status: string;
}

/** A page as the infinite query has it. */
interface EntryPage<T> {
  readonly data: readonly T[];
  /** Entries of all pages, where the list counts them. */
  readonly total?: number | undefined;
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
  const latestKey = useRef(queryKey);
  latestKey.current = queryKey;
  useEffect(() => {
    if (!head) return;
    const key = latestKey.current;
    client.setQueryData<InfiniteData<EntryPage<T>>>(key, (old) => {
      if (!old) return old;
      const merged = mergeHead(
        old.pages.map((page) => page.data),
        head.data,
        head.isAll,
      );
      if (!merged) {
        void client.invalidateQueries({ queryKey: key, exact: true });
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
  }, [client, head]);
}
