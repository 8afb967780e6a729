import { ArrowDown, ArrowUp } from "lucide-react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import { useVirtualRows } from "../scroller/use-virtual-rows.ts";
import { cx } from "../theme/class-names.ts";
import { useFirstRow } from "./list-keys.ts";
import { useRowDensity } from "./row-density.ts";
import type { RowKey, RowSelection } from "./row-selection.ts";
import { useTableKeys } from "./use-table-keys.ts";
import styles from "./virtual-table.module.css";

export interface TableColumn<R> {
  readonly key: string;
  readonly header: string;
  /** `active`: the row whose controls the Tab key reaches. */
  readonly cell: (row: R, active: boolean) => ReactNode;
  /** Track of a CSS grid. */
  readonly width: string;
  /** Pixels of the table below which the column folds away; 0 or none: never. */
  readonly from?: number;
  readonly sortable?: boolean;
  readonly align?: "end";
}

interface VirtualTableProps<R, K extends RowKey>
  extends Optional<{
    /** Rows in all, where not all are loaded. */
    total: number;
  }> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => K;
  /** Returns the name of a row, for its checkbox. */
  readonly rowName: (row: R) => string;
  /** Pixels. */
  readonly rowHeight: number;
  readonly sort: TableSort | null;
  readonly onSort: (sort: TableSort | null) => void;
  readonly selection: RowSelection;
  /** The row that is open beside the table. */
  readonly openKey: K | null;
  readonly onOpen: (row: R) => void;
  /** Filter and order of the rows: another value scrolls back to the first one. */
  readonly scope: string;
  /** The end is near: load more. */
  readonly onEnd?: () => void;
  /** Rows that are in view, `to` exclusive. */
  readonly onView?: (from: number, to: number) => void;
  /** Called with the keys of folded columns. */
  readonly onFold?: (folded: ReadonlySet<string>) => void;
}

const checkboxTrack = "40px";
/** Pixels of a table's head. */
export const tableHeadHeight = 32;

/**
 * A table of any length: only visible rows exist, columns fold away as it gets narrower, and rows are selected with
 * checkboxes, Shift and Ctrl. Arrows, j/k, Home, End and Page keys move; Space selects; Enter opens.
 */
export function VirtualTable<R, K extends RowKey>(props: VirtualTableProps<R, K>) {
  const { rows, rowKey, selection, onEnd, onFold } = props;
  const { selected } = selection;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const columns = props.columns.filter(({ from = 0 }) => width >= from);
  const rowHeight = useRowDensity()(props.rowHeight);
  const virtual = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight,
    overscan: 6,
    headPx: tableHeadHeight,
  });
  const keys = useTableKeys({ ...props, rowHeight, scrollTo: (index) => virtual.show(index, "nearest") });
  const shown = virtual.rows;
  const lastShown = shown.at(-1) ?? -1;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 20) onEnd?.();
  }, [lastShown, rows.length, onEnd]);
  useFirstRow(scroller, props.scope);
  const { first, last } = virtual.view;
  const { onView } = props;
  useEffect(() => onView?.(first, last + 1), [first, last, onView]);
  const folded = props.columns
    .filter((column) => !columns.includes(column))
    .map(({ key }) => key)
    .join(" ");
  useEffect(() => onFold?.(new Set(folded.split(" "))), [folded, onFold]);
  const tracks = [checkboxTrack, ...columns.map((column) => column.width)].join(" ");
  const isActiveShown = shown.includes(keys.active);
  const allSelected = rows.length > 0 && rows.every((row) => selected.has(rowKey(row)));
  const behaviour = {
    ...gridRoles.grid,
    "aria-label": props.label,
    "aria-multiselectable": true,
    "aria-rowcount": (props.total ?? rows.length) + 1,
    "aria-colcount": props.columns.length + 1,
    "aria-activedescendant": isActiveShown ? `${id}-${keys.active}` : undefined,
    onKeyDown: keys.onKeyDown,
  };
  return (
    <div ref={scroller} className={styles.table} {...behaviour}>
      <div className={styles.head} {...gridRoles.rowgroup}>
        <div className={styles.row} {...gridRoles.row} style={{ gridTemplateColumns: tracks }}>
          <div {...gridRoles.columnheader} className={styles.check}>
            <RowCheckbox
              label="Select all loaded rows"
              checked={allSelected}
              partly={selected.size > 0 && !allSelected}
              tabbable
              onToggle={() => (allSelected ? selection.clear() : selection.selectAll())}
            />
          </div>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div ref={virtual.sizer} {...gridRoles.rowgroup} className={styles.body}>
        {shown.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = rowKey(row);
          const active = index === keys.active;
          const rowBehaviour = {
            ...gridRoles.row,
            "aria-rowindex": index + 2,
            "aria-selected": selected.has(key),
            onClick: (event: MouseEvent<HTMLElement>) => keys.onRowClick(event, index),
          };
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              {...rowBehaviour}
              data-open={key === props.openKey || undefined}
              className={cx(styles.row, styles.entry, active && styles.active)}
              style={{
                gridTemplateColumns: tracks,
                height: rowHeight,
                transform: `translateY(${virtual.topOf(index)}px)`,
              }}
            >
              <div {...gridRoles.gridcell} className={styles.check}>
                <RowCheckbox
                  label={`Select ${props.rowName(row)}`}
                  checked={selected.has(key)}
                  tabbable={active}
                  onToggle={(event) => keys.onToggle(event, index)}
                />
              </div>
              {columns.map((column) => (
                <div
                  key={column.key}
                  {...gridRoles.gridcell}
                  className={cx(styles.cell, column.align === "end" && styles.end)}
                >
                  {column.cell(row, active)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    setWidth(current.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Virtual rows cannot be rows of a `<table>`. The grid has the focus for all of them. */
const gridRoles = {
  grid: { role: "grid", tabIndex: 0 },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  gridcell: { role: "gridcell" },
} as const;
interface TableSort {
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
function HeadCell({ column, sort, onSort }: HeadCellProps) {
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
function RowCheckbox({ label, checked, partly = false, tabbable, onToggle }: RowCheckboxProps) {
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
