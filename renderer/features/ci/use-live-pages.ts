import { type InfiniteData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { mergeHead } from "./merge-head.ts";
import { isActiveStatus } from "./status-style.ts";

/** Milliseconds after which what still runs is read again, while the window is visible. */
export const liveMs = 3000;

interface Entry {
  readonly id: number;
  readonly status: string;
}

/** A page as the infinite query has it. */
interface EntryPage<T> {
  readonly data: readonly T[];
}

interface LivePages<T> {
  readonly items: readonly Entry[];
  /** Key of the infinite query that is kept current. */
  readonly queryKey: QueryKey;
  /** Reads the first entries as they are now; `isAll` where there are no others. */
  readonly readHead: (
    signal: AbortSignal,
  ) => Promise<{ readonly data: readonly T[]; readonly isAll: boolean }>;
}

/** Keeps a paged list current while something in it runs: only its first page is read again, however many there are. */
export function useLivePages<T extends Entry>({ items, queryKey, readHead }: LivePages<T>): void {
  const client = useQueryClient();
  const isLive = items.some(({ status }) => isActiveStatus(status));
  const { data: head } = useQuery({
    queryKey: [...queryKey, "head"],
    queryFn: ({ signal }) => readHead(signal),
    enabled: isLive,
    refetchInterval: liveMs,
    staleTime: liveMs,
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
      return { ...old, pages: old.pages.map((page, index) => ({ ...page, data: merged[index] ?? [] })) };
    });
  }, [client, head]);
}
