import type { ReactNode } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import type { IconType } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";

/** What is shown instead of an empty list. */
export interface EmptyList {
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
}

interface PagedListProps<T> {
  /** Name of the items in the plural, capitalised. */
  readonly label: string;
  readonly list: OperationPages<T[]>;
  readonly icon: IconType;
  readonly empty: EmptyList;
  /** Pixels of a row. */
  readonly rowHeight: number;
  readonly itemKey: (item: T) => number;
  readonly renderItem: (item: T) => ReactNode;
  /** Opens an item by keyboard. */
  readonly onOpen: (item: T) => void;
}

/** A virtual list over the pages of an operation, with its loading, empty and error states. */
export function PagedList<T>({ label, list, icon, empty, ...rows }: PagedListProps<T>) {
  if (list.isPending) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={8} height={36} label={`Loading ${label.toLowerCase()}`} />
      </div>
    );
  }
  if (list.error && list.items.length === 0) {
    return <ErrorState {...describeProblem(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.items.length === 0) return <EmptyState icon={icon} {...empty} />;
  return (
    <VirtualList
      label={label}
      role="list"
      className={layout.list ?? ""}
      items={list.items}
      total={list.total}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      }}
      {...rows}
    />
  );
}
