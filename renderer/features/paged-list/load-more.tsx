import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import flow from "../../ui/flow.module.css";
import type { NextPage } from "./load-next-page.ts";
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
