import { cx } from "../../../ui/class-names.ts";
import layout from "../../../ui/layout.module.css";
import styles from "./charts.module.css";

interface RankedBar {
  readonly id: number;
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly more: string;
}

interface RankedBarsProps {
  readonly label: string;
  readonly columns: readonly [string, string, string];
  readonly bars: readonly RankedBar[];
  readonly isFailure?: boolean;
  readonly onOpen: (id: number) => void;
}

/** Runners by a number, as a table whose rows are bars too. */
export function RankedBars({ label, columns, bars, isFailure = false, onOpen }: RankedBarsProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 0) || 1;
  return (
    <section aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      {bars.length === 0 ? (
        <p className={layout.small}>None</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, value, text, more }) => (
              <tr key={id}>
                <th scope="row">
                  <button type="button" className={styles.link} onClick={() => onOpen(id)}>
                    <bdi>{name}</bdi>
                  </button>
                </th>
                <td>
                  <span className={styles.measure}>
                    <span
                      className={cx(styles.bar, isFailure && styles.failure)}
                      style={{ width: `${(value / highest) * 100}%` }}
                      aria-hidden
                    />
                  </span>
                  {text}
                </td>
                <td>{more}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
