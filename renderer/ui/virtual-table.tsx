import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import type { RowKey, RowSelection } from "./row-selection.ts";
import { useFirstRow } from "./use-first-row.ts";
import { useTableKeys } from "./use-table-keys.ts";
import styles from "./virtual-table.module.css";
import { gridRoles, HeadCell, RowCheckbox, type TableSort } from "./virtual-table-cells.tsx";

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

export interface VirtualTableProps<R, K extends RowKey> {
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => K;
  /** Returns the name of a row, for its checkbox. */
  readonly rowName: (row: R) => string;
  /** Pixels. */
  readonly rowHeight: number;
  /** Rows in all, where not all are loaded. */
  readonly total?: number | undefined;
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
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 6,
    // The sticky head would cover a row that is scrolled to.
    scrollPaddingStart: tableHeadHeight,
  });
  const keys = useTableKeys({ ...props, scrollTo: (index) => virtual.scrollToIndex(index) });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 20) onEnd?.();
  }, [lastShown, rows.length, onEnd]);
  useFirstRow(scroller, props.scope);
  const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: -1 };
  const { onView } = props;
  useEffect(() => onView?.(startIndex, endIndex + 1), [startIndex, endIndex, onView]);
  const folded = props.columns
    .filter((column) => !columns.includes(column))
    .map(({ key }) => key)
    .join(" ");
  useEffect(() => onFold?.(new Set(folded.split(" "))), [folded, onFold]);
  const tracks = [checkboxTrack, ...columns.map((column) => column.width)].join(" ");
  const isActiveShown = shown.some(({ index }) => index === keys.active);
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
      <div {...gridRoles.rowgroup} className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
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
                height: props.rowHeight,
                transform: `translateY(${start}px)`,
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
