import layout from "../../ui/layout.module.css";
import { VirtualList, type VirtualListProps } from "../../ui/virtual-list.tsx";
import { ListStates, type ListStatesProps } from "./list-states.tsx";
import { LoadMore } from "./load-more.tsx";
import { loadNextPage, type PagedItems } from "./load-next-page.ts";

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
