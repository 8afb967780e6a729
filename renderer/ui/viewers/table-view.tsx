import { ArrowDown, ArrowUp, Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { ErrorState } from "../error-state.tsx";
import { Icon } from "../icon.tsx";
import { Skeleton } from "../skeleton.tsx";
import { TextField } from "../text-field.tsx";
import { VirtualList } from "../virtual-list.tsx";
import styles from "./viewers.module.css";

/** A table as it was read: a head, rows, and how wide each column wants to be, in characters. */
export interface ReadTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
  /** Columns that hold numbers. */
  readonly numeric: readonly boolean[];
  /** Rows beyond those that are shown. */
  readonly more: number;
}

interface TableViewProps {
  readonly text: string;
  readonly label: string;
  /** Reads the text outside of the page's thread. */
  readonly parse: (text: string, signal: AbortSignal) => Promise<ReadTable>;
}

interface Sorting {
  readonly column: number;
  readonly down: boolean;
}

/** Comma or tab separated values as a table: sort by a column, filter as you type; only visible rows exist. */
export function TableView({ text, label, parse }: TableViewProps) {
  const [table, setTable] = useState<ReadTable | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [filter, setFilter] = useState("");
  const [sorting, setSorting] = useState<Sorting | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    parse(text, controller.signal).then(setTable, (error: unknown) => {
      if (!controller.signal.aborted) setFailure(String(error));
    });
    return () => controller.abort();
  }, [text, parse]);
  const shown = useMemo(() => (table ? select(table, filter, sorting) : []), [table, filter, sorting]);
  if (failure)
    return <ErrorState title="The table could not be read" message="Its source can." detail={failure} />;
  if (!table) return <Skeleton lines={12} label="Reading the table" />;
  const columns = `72px ${table.widths.map((width) => `${Math.min(48, Math.max(6, width)) + 3}ch`).join(" ")}`;
  const sort = (column: number) =>
    setSorting((now) =>
      now?.column !== column ? { column, down: false } : now.down ? null : { column, down: true },
    );
  return (
    <div className={styles.viewer}>
      <div className={styles.bar}>
        <span>
          {table.rows.length.toLocaleString()} rows, {table.head.length} columns
        </span>
        {table.more > 0 ? (
          <span className={styles.muted}>{table.more.toLocaleString()} more are not shown</span>
        ) : null}
        <TextField
          label="Filter rows"
          hideLabel
          type="search"
          icon={Search}
          placeholder="Filter rows"
          value={filter}
          onChange={setFilter}
        />
        {filter ? <span className={styles.muted}>{shown.length.toLocaleString()} match</span> : null}
      </div>
      <section className={styles.tableScroll} aria-label={`Table ${label}`} {...focusable}>
        <div className={styles.tableHead} style={{ gridTemplateColumns: columns }}>
          <span className={styles.muted}>#</span>
          {table.head.map((name, column) => (
            <button
              // Columns may share a name.
              key={`${String(column)} ${name}`}
              type="button"
              className={styles.column}
              aria-label={`Sort by ${name}`}
              onClick={() => sort(column)}
            >
              {name}
              {sorting?.column === column ? <Icon of={sorting.down ? ArrowDown : ArrowUp} size={12} /> : null}
            </button>
          ))}
        </div>
        <VirtualList
          label={`Rows of ${label}`}
          role="list"
          className={styles.tableRows ?? ""}
          items={shown}
          itemKey={(row) => row}
          rowHeight={26}
          renderItem={(row) => (
            <span className={styles.tableRow} style={{ gridTemplateColumns: columns }}>
              <span className={styles.muted}>{row + 1}</span>
              {table.head.map((name, column) => (
                <span
                  key={`${String(column)} ${name}`}
                  className={styles.cell}
                  data-number={table.numeric[column]}
                  title={table.rows[row]?.[column]}
                >
                  {table.rows[row]?.[column]}
                </span>
              ))}
            </span>
          )}
        />
      </section>
    </div>
  );
}

const focusable = { tabIndex: 0 };

/** Indexes of the rows that hold the filter, in the order asked for. */
function select({ rows, numeric }: ReadTable, filter: string, sorting: Sorting | null): number[] {
  const wanted = filter.toLowerCase();
  const found: number[] = [];
  for (const [index, row] of rows.entries())
    if (wanted === "" || row.some((cell) => cell.toLowerCase().includes(wanted))) found.push(index);
  if (!sorting) return found;
  const { column, down } = sorting;
  const sign = down ? -1 : 1;
  const cell = (index: number) => rows[index]?.[column] ?? "";
  return found.sort((a, b) =>
    numeric[column] ? sign * (Number(cell(a)) - Number(cell(b))) : sign * cell(a).localeCompare(cell(b)),
  );
}
