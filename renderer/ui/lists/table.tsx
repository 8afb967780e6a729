import type { ReactNode } from "react";
import styles from "./table.module.css";

interface Column<R> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: R) => ReactNode;
  readonly align?: "start" | "end";
  readonly width?: number | string;
}

interface TableProps<R> {
  /** Name of the listed things, in the plural. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string | number;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

/** A plain table for up to some hundred rows; longer ones take VirtualList. */
export function Table<R>({ label, columns, rows, rowKey, empty }: TableProps<R>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.align === "end" ? styles.end : undefined}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} className={column.align === "end" ? styles.end : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
