import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { announce } from "../../state/announce.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import type { RowKey, RowSelection } from "../../ui/lists/row-selection.ts";
import { cx } from "../../ui/theme/class-names.ts";
import styles from "./selectable-row.module.css";

export interface SelectableRowProps
  extends Optional<{
    className: string;
  }> {
  readonly selection: RowSelection;
  readonly rowKey: RowKey;
  /** Name of the checkbox, such as "Select unit #12". */
  readonly label: string;
  readonly children: ReactNode;
}

/** A row of a list with a checkbox; Ctrl, ⌘ and Shift with a click select it, too. */
export function SelectableRow({ selection, rowKey, label, className, children }: SelectableRowProps) {
  const isSelected = selection.selected.has(rowKey);
  const onClick = (event: MouseEvent) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (event.target instanceof Element && event.target.closest("a, button")) return;
    event.preventDefault();
    if (event.shiftKey) selection.extendTo(rowKey);
    else selection.toggle(rowKey);
  };
  return (
    // The list handles the keys; this is only for the pointer.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className={cx(styles.selectable, className, isSelected && styles.selected)} onClick={onClick}>
      <span
        className={styles.check}
        onClickCapture={(event) => {
          if (!event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          selection.extendTo(rowKey);
        }}
      >
        <Checkbox label={label} hideLabel checked={isSelected} onChange={() => selection.toggle(rowKey)} />
      </span>
      {children}
    </div>
  );
}

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
      if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
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
