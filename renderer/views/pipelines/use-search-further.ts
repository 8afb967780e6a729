import { useEffect, useRef } from "react";

/** Matches after which reading pauses until they are scrolled to. */
const maxAutoMatches = 50;
/** Pages read automatically in search of matches. */
const maxPages = 10;

interface Further {
  /** The query; another one restarts the search. */
  readonly query: string;
  readonly matches: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** Reads further pages of a list that is filtered here, until enough match or ten pages were read. */
export function useSearchFurther({ query, matches, hasMore, isLoading, onMore }: Further): void {
  const searched = useRef({ query, pages: 0 });
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (searched.current.query !== query) searched.current = { query, pages: 0 };
    if (!query || !hasMore || isLoading || matches >= maxAutoMatches || searched.current.pages >= maxPages)
      return;
    searched.current.pages++;
    latest.current();
  }, [query, matches, hasMore, isLoading]);
}
