/** The rest of a list that is only read in part. */
export interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly error: unknown;
}

/** A list that is read page by page, as `useOperationPages` returns it. */
export interface PagedItems extends NextPage {
  /** Items that have been loaded. */
  readonly items: readonly unknown[];
  /** Items in all, where the service reports their number. */
  readonly total: number | undefined;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

/** Loads the next page as the end of a list comes into view; after a failure only `LoadMore` does. */
export function loadNextPage(list: PagedItems): void {
  if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) list.fetchNextPage();
}
