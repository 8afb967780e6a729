import type { ReactNode } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { describeUnread } from "../../api/describe-problem.ts";
import { VirtualList, type VirtualListProps } from "../../ui/lists/virtual-list.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { ForbiddenActions } from "../addresses/forbidden-actions.tsx";
import { LoadMore, loadNextPage, type PagedItems } from "./load-more.tsx";

interface ListStatesProps
  extends Optional<{
    /** Rows of the placeholder while it loads. */
    lines: number;
    /** Pixels of a row of the list, which the placeholder has too. */
    lineHeight: number;
    /** Pixels of the icon or picture that each row begins with. */
    mark: number;
    /** Pixels of the heading above the first row of the list, such as a table's head. */
    heading: number;
    /** For panels and sections, which have a padding and a heading of their own. */
    compact: boolean;
    /** Whether the placeholder is the list of a page; not where a panel or section has the padding. */
    padded: boolean;
    /** Whether there is nothing to list: that nothing was loaded, by default. */
    isEmpty: boolean;
  }> {
  /** Name of the items in the plural, capitalised. */
  readonly label: string;
  /** A failure with some items loaded is not shown in their place. */
  readonly list: Pick<PagedItems, "isPending" | "error" | "refetch" | "items">;
  /** Shown in place of an empty list; the list itself where it is null. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
}

/** A list that was read from the service, or why it is not there: it loads, could not be read, or is empty. */
export function ListStates({
  label,
  list,
  lines = 8,
  lineHeight = 36,
  mark = 0,
  heading = 0,
  compact = false,
  padded = !compact,
  isEmpty = list.items.length === 0,
  empty,
  children,
}: ListStatesProps) {
  if (list.isPending) {
    return (
      <Skeleton
        page={padded}
        lines={lines}
        height={lineHeight}
        mark={mark}
        heading={heading}
        label={`Loading ${label.toLowerCase()}`}
      />
    );
  }
  if (list.error && list.items.length === 0) {
    return <Unread error={list.error} name={label} compact={compact} onRetry={() => list.refetch()} />;
  }
  return isEmpty ? (empty ?? children) : children;
}

interface UnreadProps {
  readonly error: unknown;
  /** Name of the content in the plural, capitalised. */
  readonly name: string;
  readonly compact?: boolean;
  readonly onRetry: () => void;
}

/** A failure in place of content that could not be read, with ways out where the account has no access. */
export function Unread({ error, name, compact = false, onRetry }: UnreadProps) {
  const problem = describeUnread(error, name);
  const actions = problem.kind === "forbidden" && !compact ? <ForbiddenActions /> : undefined;
  return <ErrorState compact={compact} {...problem} onRetry={onRetry} actions={actions} />;
}

interface PagedListProps<T>
  extends Omit<VirtualListProps<T>, "items" | "role" | "className" | "onEnd">,
    Pick<ListStatesProps, "lines" | "mark" | "compact" | "padded" | "empty"> {
  readonly list: PagedItems;
  /** The items of {@link list}, or those of them that match a filter. */
  readonly items: readonly T[];
}

/** A virtual list over the pages of an operation, with its loading, empty and error states. */
export function PagedList<T>({ list, lines, mark, compact, padded, empty, ...rows }: PagedListProps<T>) {
  const isEmpty = rows.items.length === 0;
  const { rowHeight } = rows;
  const lineHeight = typeof rowHeight === "number" ? rowHeight : undefined;
  const states = { list, lines, lineHeight, mark, compact, padded };
  return (
    <ListStates label={rows.label} {...states} empty={isEmpty ? empty : null}>
      <VirtualList
        role="list"
        className={layout.list ?? ""}
        total={list.total}
        {...rows}
        onEnd={() => loadNextPage(list)}
      />
      <LoadMore list={list} isScrolled={!isEmpty} />
    </ListStates>
  );
}
