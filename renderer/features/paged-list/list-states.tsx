import type { ReactNode } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PagedItems } from "./load-next-page.ts";
import { Unread } from "./unread.tsx";

export interface ListStatesProps {
  /** Name of the items in the plural, capitalised. */
  readonly label: string;
  /** A failure with some items loaded is not shown in their place. */
  readonly list: Pick<PagedItems, "isPending" | "error" | "refetch" | "items">;
  /** Rows of the placeholder while it loads. */
  readonly lines?: number;
  /** Pixels of a row of the list, which the placeholder has too. */
  readonly lineHeight?: number;
  /** Pixels of the icon or picture that each row begins with. */
  readonly mark?: number;
  /** Pixels of the heading above the first row of the list, such as a table's head. */
  readonly heading?: number;
  /** For panels and sections, which have a padding and a heading of their own. */
  readonly compact?: boolean;
  /** Whether the placeholder is the list of a page; not where a panel or section has the padding. */
  readonly padded?: boolean;
  /** Whether there is nothing to list: that nothing was loaded, by default. */
  readonly isEmpty?: boolean;
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
