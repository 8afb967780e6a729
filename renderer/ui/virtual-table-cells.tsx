import { ArrowDown, ArrowUp } from "lucide-react";
import type { MouseEvent } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./virtual-table.module.css";

/** Virtual rows cannot be rows of a `<table>`. The grid has the focus for all of them. */
export const gridRoles = {
  grid: { role: "grid", tabIndex: 0 },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  gridcell: { role: "gridcell" },
} as const;
export interface TableSort {
  readonly key: string;
  readonly direction: "asc" | "desc";
}

interface HeadCellProps {
  readonly column: {
    readonly key: string;
    readonly header: string;
    readonly sortable?: boolean;
    readonly align?: "end";
  };
  readonly sort: TableSort | null;
  readonly onSort: (sort: TableSort | null) => void;
}

/** Ascending, descending, then the original order. */
export function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const { key, header } = column;
  const direction = sort?.key === key ? sort.direction : null;
  const next = direction === null ? "asc" : direction === "asc" ? "desc" : null;
  const behaviour = {
    ...gridRoles.columnheader,
    "aria-sort": direction === null ? undefined : (`${direction}ending` as const),
  };
  return (
    <div className={cx(styles.headCell, column.align === "end" && styles.end)} {...behaviour}>
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(next ? { key, direction: next } : null)}
        >
          {header}
          {direction ? <Icon of={direction === "asc" ? ArrowUp : ArrowDown} size={12} /> : null}
        </button>
      ) : (
        header
      )}
    </div>
  );
}

interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly partly?: boolean;
  readonly tabbable: boolean;
  readonly onToggle: (event: MouseEvent) => void;
}

/** Selects a row, or all of them. */
export function RowCheckbox({ label, checked, partly = false, tabbable, onToggle }: RowCheckboxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = partly;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabbable ? 0 : -1}
      className={styles.checkbox}
      onChange={() => undefined}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(event);
      }}
    />
  );
}
