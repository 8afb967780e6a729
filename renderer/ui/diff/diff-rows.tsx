import { memo, type Ref, type UIEventHandler } from "react";
import { cx } from "../class-names.ts";
import { CodeLine } from "../code/code-line.tsx";
import { heights } from "./diff-layout.ts";
import styles from "./diff-view.module.css";
import type { ColouredLine, RowStore } from "./use-diff-rows.ts";

/** Which of a row's lines a column shows. */
export type Column = "both" | "left" | "right";

export interface DiffRowsProps {
  readonly label: string;
  readonly column: Column;
  readonly file: number;
  readonly rows: RowStore;
  readonly from: number;
  readonly to: number;
  /** Rows in all. */
  readonly count: number;
  /** Characters of the longest line. */
  readonly longest: number;
  /** Row that the reader stands at. */
  readonly current: number | null;
  readonly ref?: Ref<HTMLElement>;
  readonly onScroll?: UIEventHandler<HTMLElement>;
}

/** One column of a file's rows; only those from `from` to `to` exist. */
export function DiffRows({
  label,
  column,
  file,
  rows,
  from,
  to,
  count,
  longest,
  current,
  ref,
  onScroll,
}: DiffRowsProps) {
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return (
    // Long lines scroll sideways here, which has to work by keyboard too.
    <section ref={ref} onScroll={onScroll} className={styles.body} aria-label={label} {...focusable}>
      <div
        className={styles.rows}
        style={{ height: count * heights.row, minWidth: `calc(${longest}ch + 22ch)` }}
      >
        {indexes.map((index) => {
          const row = rows.get(file, index);
          const line =
            column === "left" ? row?.left : column === "right" ? row?.right : (row?.right ?? row?.left);
          return (
            <DiffRow
              key={index}
              top={index * heights.row}
              line={row ? (line ?? null) : undefined}
              column={column}
              current={current === index}
            />
          );
        })}
      </div>
    </section>
  );
}

const focusable = { tabIndex: 0 };

interface DiffRowProps {
  readonly top: number;
  /** Null: nothing stands on this side. Undefined: not read yet. */
  readonly line: ColouredLine | null | undefined;
  readonly column: Column;
  readonly current: boolean;
}

const signs = { added: "+", removed: "−", context: "", hunk: "" } as const;

const DiffRow = memo(function DiffRow({ top, line, column, current }: DiffRowProps) {
  if (!line) {
    return <div className={styles.row} style={{ top }} data-kind={line === null ? "empty" : undefined} />;
  }
  const { kind } = line;
  const markClass = kind === "added" ? styles.addedMark : styles.removedMark;
  return (
    <div className={cx(styles.row, current && styles.current)} style={{ top }} data-kind={kind}>
      <span className={styles.gutter}>
        {column === "right" ? null : <span className={styles.number}>{line.oldLine}</span>}
        {column === "left" ? null : <span className={styles.number}>{line.newLine}</span>}
        <span className={styles.sign}>{signs[kind]}</span>
      </span>
      <span className={styles.text}>
        <CodeLine text={line.text} tokens={line.tokens} marks={line.marks} markClass={markClass} />
        {line.unended ? <span className={styles.unended}>no newline at end</span> : null}
      </span>
    </div>
  );
});
