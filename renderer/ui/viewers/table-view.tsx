import { ArrowDown, ArrowUp } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { SearchField } from "../forms/text-field.tsx";
import { type ReadRows, useFetchedRows } from "../lists/use-fetched-rows.ts";
import { Icon } from "../marks/icon.tsx";
import { useVirtualRows } from "../scroller/use-virtual-rows.ts";
import { Skeleton } from "../states/skeleton.tsx";
import { RawText, reasonOf } from "../text/raw-text.tsx";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import layout from "../theme/layout.module.css";
import styles from "./viewers.module.css";

/** A table whose rows are in a worker. */
interface TableSource {
  readonly head: readonly string[];
  readonly rows: number;
  /** Rows beyond those that were read. */
  readonly more: number;
  /** Preferred width of each column, in characters. */
  readonly widths: readonly number[];
  readonly numeric: readonly boolean[];
  /** Chooses rows and their order for `readRows`; returns how many. */
  select(filter: string, sorting: Sorting | null): Promise<number>;
  readonly readRows: ReadRows<Row>;
  close(): void;
}

interface Sorting {
  readonly column: number;
  readonly down: boolean;
}

interface Row {
  /** Number in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

interface TableViewProps {
  readonly text: string;
  /** Name of the file. */
  readonly label: string;
  /** Reads the text of a file of that name outside of the page's thread. */
  readonly open: (text: string, name: string) => Promise<TableSource>;
}

/** Comma or tab separated values as a table: sort by a column, filter as you type; only visible rows exist. */
export function TableView({ text, label, open }: TableViewProps) {
  const [source, setSource] = useState<TableSource | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let canceled = false;
    let opened: TableSource | undefined;
    open(text, label).then(
      (table) => {
        opened = table;
        if (canceled) table.close();
        else setSource(table);
      },
      (error: unknown) => canceled || setFailure(reasonOf(error)),
    );
    return () => {
      canceled = true;
      opened?.close();
    };
  }, [text, open, label]);
  if (failure !== null) return <RawText what="The table" text={text} reason={failure} />;
  return source ? (
    <OpenTable source={source} label={label} />
  ) : (
    <Skeleton lines={12} label="Loading the table" />
  );
}

interface Chosen {
  readonly count: number;
  readonly read: ReadRows<Row>;
}

function OpenTable({ source, label }: { readonly source: TableSource; readonly label: string }) {
  const [filter, setFilter] = useState("");
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const wanted = useDeferredValue(filter);
  const [chosen, setChosen] = useState<Chosen>({ count: source.rows, read: source.readRows });
  useEffect(() => {
    let canceled = false;
    void source.select(wanted, sorting).then((count) => {
      // A separate reader, so that no rows of the previous choice are left.
      if (!canceled) setChosen({ count, read: (from, to) => source.readRows(from, to) });
    });
    return () => {
      canceled = true;
    };
  }, [source, wanted, sorting]);
  return (
    <div className={layout.page}>
      <div className={styles.bar}>
        <span>
          {source.rows.toLocaleString()} rows, {source.head.length} columns
        </span>
        {source.more > 0 ? (
          <span className={cx(layout.muted, styles.numbers)}>
            {source.more.toLocaleString()} more rows are not shown
          </span>
        ) : null}
        {source.head.length > maxColumns ? (
          <span className={cx(layout.muted, styles.numbers)}>
            {(source.head.length - maxColumns).toLocaleString()} more columns are in the source
          </span>
        ) : null}
        <SearchField label="Filter rows" value={filter} onChange={setFilter} />
        <output className={cx(layout.muted, styles.numbers)}>
          {wanted === "" ? "" : `${chosen.count.toLocaleString()} match`}
        </output>
      </div>
      <Rows {...{ source, label, chosen, sorting }} onSort={setSorting} />
    </div>
  );
}

interface RowsProps {
  readonly source: TableSource;
  readonly label: string;
  readonly chosen: Chosen;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
}

/** Pixels of the head, as in its style sheet. */
const headPx = 30;
/** Columns that are drawn: a row exists in its whole width. */
const maxColumns = 200;

function Rows({ source: { numeric, ...source }, label, chosen, sorting, onSort }: RowsProps) {
  const head = source.head.slice(0, maxColumns);
  const widths = source.widths.slice(0, maxColumns);
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualRows(scroller, { count: chosen.count, rowHeight: 26, overscan: 40, headPx });
  const row = useFetchedRows(chosen.read, rows.view.from, rows.view.to);
  const gridTemplateColumns = `72px ${widths.map((width) => `${Math.min(48, Math.max(6, width)) + 3}ch`).join(" ")}`;
  const next = (column: number): Sorting | null =>
    sorting?.column !== column ? { column, down: false } : sorting.down ? null : { column, down: true };
  return (
    <section ref={scroller} className={styles.tableScroll} aria-label={`Table ${label}`} {...focusable}>
      <div className={styles.tableHead} style={{ gridTemplateColumns }}>
        <span className={cx(layout.muted, styles.numbers)}>#</span>
        {head.map((name, column) => (
          <button
            // Columns may share a name.
            key={`${String(column)} ${name}`}
            type="button"
            className={styles.column}
            data-number={numeric[column]}
            aria-label={`Sort by ${name}`}
            onClick={() => onSort(next(column))}
          >
            {name}
            {sorting?.column === column ? <Icon of={sorting.down ? ArrowDown : ArrowUp} size={12} /> : null}
          </button>
        ))}
      </div>
      <ul ref={rows.sizer} className={flow.sizer} aria-label={`Rows of ${label}`}>
        {rows.rows.map((index) => {
          const found = row(index);
          return (
            <li
              key={index}
              className={styles.tableRow}
              style={{ gridTemplateColumns, top: rows.topOf(index) }}
              aria-posinset={index + 1}
              aria-setsize={chosen.count}
            >
              <span className={cx(layout.muted, styles.numbers)}>{found?.number}</span>
              {head.map((name, column) => (
                <span
                  key={`${String(column)} ${name}`}
                  className={styles.cell}
                  data-number={numeric[column]}
                  title={found?.cells[column]}
                >
                  {found?.cells[column]}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const focusable = { tabIndex: 0 };
