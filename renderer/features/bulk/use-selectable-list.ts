import { type KeyboardEvent, useRef, useState } from "react";
import { announce } from "../../state/announce.ts";
import type { RowKey, RowSelection } from "../../ui/row-selection.ts";

interface SelectableListOptions<R> {
  readonly rows: readonly R[];
  readonly selection: RowSelection;
  /** Number of rows that can be selected, as text: "12 jobs". */
  readonly all: string;
  /** Returns the keys that Space selects: its own, those below a heading. */
  readonly keysOf: (row: R) => readonly RowKey[];
  /** Whether a row is a heading, which Shift passes. */
  readonly isHeading?: (row: R) => boolean;
}

/** Props of a `<VirtualList>` whose rows are selected by Space, Shift with arrows, and Ctrl or ⌘ with A. */
export function useSelectableList<R>({
  rows,
  selection,
  all,
  keysOf,
  isHeading = () => false,
}: SelectableListOptions<R>) {
  const [active, setActive] = useState(0);
  // The list moves the focus; with Shift the rows between are selected.
  const isExtending = useRef(false);
  const ownKey = (row: R | undefined) => (row === undefined || isHeading(row) ? undefined : keysOf(row)[0]);
  return {
    activeIndex: active,
    onActiveChange(index: number) {
      setActive(index);
      const key = ownKey(rows[index]);
      if (isExtending.current && key !== undefined) selection.extendTo(key);
      isExtending.current = false;
    },
    onKey(event: KeyboardEvent, row: R): boolean {
      isExtending.current = event.shiftKey && event.key.startsWith("Arrow");
      const key = ownKey(row);
      if (isExtending.current && key !== undefined) selection.anchorAt(key);
      if (event.key === " ") {
        selection.toggle(...keysOf(row));
        return true;
      }
      if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
        selection.selectAll();
        announce(`${all} selected`);
        return true;
      }
      if (event.key === "Escape" && selection.selected.size > 0) {
        selection.clear();
        return true;
      }
      return false;
    },
  };
}
