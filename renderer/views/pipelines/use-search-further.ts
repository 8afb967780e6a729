import { useEffect, useRef } from "react";

/** Matches after which reading on waits until they are scrolled to. */
const enough = 50;
/** Pages that are read by themselves in search of matches. */
const maxPages = 10;

interface Further {
  /** What is searched for; something else begins anew. */
  readonly query: string;
  readonly matches: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** Reads further pages of a list that only the page can filter, until enough match or ten were read without a pause. */
export function useSearchFurther({ query, matches, hasMore, isLoading, onMore }: Further): void {
  const searched = useRef({ query, pages: 0 });
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (searched.current.query !== query) searched.current = { query, pages: 0 };
    if (!query || !hasMore || isLoading || matches >= enough || searched.current.pages >= maxPages) return;
    searched.current.pages++;
    latest.current();
  }, [query, matches, hasMore, isLoading]);
}
