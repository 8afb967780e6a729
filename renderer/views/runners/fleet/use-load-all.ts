import { useEffect, useState } from "react";

/** The paged list whose pages are loaded. */
interface LoadablePages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

export interface LoadAll {
  /** Pages are loaded one after another until the end. */
  readonly isLoading: boolean;
  readonly loadAll: () => void;
  readonly stop: () => void;
  /** The end of the rows is near. */
  readonly onEnd: () => void;
}

/** Matching rows after which no further page is loaded by itself, where the page filters. */
const maxAutoMatches = 60;

/**
 * Loads further pages: as they are scrolled to, all of them when asked, and, where the page itself filters, until
 * `matches` rows were found. `matches` null: the service does all the filtering.
 */
export function useLoadAll(list: LoadablePages, matches: number | null): LoadAll {
  const [wanted, setWanted] = useState(false);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isLoading =
    hasNextPage && !isFetchNextPageError && (wanted || (matches !== null && matches < maxAutoMatches));
  useEffect(() => {
    if (isLoading && !isFetchingNextPage) void fetchNextPage();
  }, [isLoading, isFetchingNextPage, fetchNextPage]);
  useEffect(() => {
    if (!hasNextPage) setWanted(false);
  }, [hasNextPage]);
  return {
    isLoading,
    loadAll: () => setWanted(true),
    stop: () => setWanted(false),
    onEnd: () => {
      if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
    },
  };
}
