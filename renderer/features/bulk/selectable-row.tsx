import type { MouseEvent, ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cx } from "../../ui/class-names.ts";
import type { RowKey, RowSelection } from "../../ui/row-selection.ts";
import styles from "./selectable-row.module.css";

interface SelectableRowProps {
  readonly selection: RowSelection;
  readonly rowKey: RowKey;
  /** Name of the checkbox, such as "Select unit #12". */
  readonly label: string;
  readonly className?: string | undefined;
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
