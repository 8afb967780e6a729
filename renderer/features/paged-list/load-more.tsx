import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import styles from "./paged-list.module.css";

interface LoadMoreProps {
  readonly list: NextPage;
  /** Whether the list loads pages as it is scrolled, so that the button is needed after a failure only. */
  readonly isScrolled?: boolean;
}

/** Loads the next page of a list where there is one, and shows why the last attempt failed. */
export function LoadMore({ list, isScrolled = false }: LoadMoreProps) {
  const failed = list.isFetchNextPageError;
  if (!list.hasNextPage || (isScrolled && !failed)) return null;
  return (
    <div className={isScrolled ? cx(flow.cluster, styles.foot) : flow.cluster}>
      {failed ? <span role="alert">{describeProblem(list.error).message}</span> : null}
      <Button size="s" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}

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

/**
 * Returns the number of a list's items for the head of its page, such as "12 projects": null until it is known, undefined
 * where the service does not report it. `noun` is in the singular and takes an s.
 */
export function totalText(
  { total, isPending }: Pick<PagedItems, "total" | "isPending">,
  noun: string,
): string | null | undefined {
  if (total === undefined) return isPending ? null : undefined;
  return `${total.toLocaleString()} ${total === 1 ? noun : `${noun}s`}`;
}
