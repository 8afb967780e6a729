import { type KeyboardEvent, type MouseEvent, useContext, useState } from "react";
import { SingleKeysContext } from "../buttons/kbd.tsx";
import { movedIndex } from "./list-keys.ts";
import type { RowKey, RowSelection } from "./row-selection.ts";

interface TableKeysOptions<R, K extends RowKey> {
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => K;
  readonly rowHeight: number;
  readonly selection: RowSelection;
  readonly onOpen: (row: R) => void;
  readonly scrollTo: (index: number) => void;
}

/** Returns a table's active row, and handlers of keys and clicks that move, select and open. */
export function useTableKeys<R, K extends RowKey>(options: TableKeysOptions<R, K>) {
  const { rows, rowKey, selection, onOpen } = options;
  const letters = useContext(SingleKeysContext);
  const [activeKey, setActiveKey] = useState<K | null>(null);
  // The active row stays active when others come before it.
  const found = activeKey === null ? 0 : rows.findIndex((row) => rowKey(row) === activeKey);
  const active = Math.max(0, found);

  const move = (index: number) => {
    const row = rows[index];
    if (row) setActiveKey(rowKey(row));
  };
  const choose = (event: { readonly shiftKey: boolean }, index: number) => {
    const row = rows[index];
    if (!row) return;
    move(index);
    if (event.shiftKey) selection.extendTo(rowKey(row));
    else selection.toggle(rowKey(row));
  };

  return {
    active,
    onToggle: choose,
    onRowClick(event: MouseEvent<HTMLElement>, index: number) {
      const row = rows[index];
      if (!row || isControl(event.target)) return;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        // The click selects rows, not text.
        event.preventDefault();
        window.getSelection()?.removeAllRanges();
        return choose(event, index);
      }
      move(index);
      onOpen(row);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const row = rows[active];
      if (event.target !== event.currentTarget || !row) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") {
        event.preventDefault();
        return selection.selectAll();
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && selection.selected.size > 0) return selection.clear();
      if (event.key === " ") {
        event.preventDefault();
        return selection.toggle(rowKey(row));
      }
      if (event.key === "Enter") {
        event.preventDefault();
        return onOpen(row);
      }
      const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / options.rowHeight) - 2);
      const next = movedIndex(event.key, active, rows.length, page, letters);
      if (next === null) return;
      event.preventDefault();
      const target = rows[next];
      if (event.shiftKey && target) {
        selection.anchorAt(rowKey(row));
        selection.extendTo(rowKey(target));
      }
      move(next);
      options.scrollTo(next);
    },
  };
}

/** Returns whether a click was on a control within the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("a, button, input, [role=menuitem]") !== null;
