import { memo, type ReactNode, type UIEvent, useCallback, useRef } from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { cx } from "../class-names.ts";
import headerStyles from "./diff-file-header.module.css";
import { DiffFileHeader } from "./diff-file-header.tsx";
import { DiffInserts } from "./diff-inserts.tsx";
import { type FileLayout, heights, isSameLayout } from "./diff-layout.ts";
import type { DiffInsert, DiffMode, PickedLine } from "./diff-model.ts";
import { DiffRows, type RowRange } from "./diff-rows.tsx";
import styles from "./diff-view.module.css";
import type { FileRows } from "./use-diff-rows.ts";

/** Draws something in a file's header; must stay the same function while what it draws does. */
export type DrawPart = (file: DiffFile, index: number, summary: DiffSummary | undefined) => ReactNode;

export interface DiffFileBlockProps {
  readonly file: DiffFile;
  readonly fileLayout: FileLayout;
  readonly summary: DiffSummary | undefined;
  readonly mode: DiffMode;
  readonly rows: FileRows | undefined;
  /** Rows that are drawn. */
  readonly from: number;
  readonly to: number;
  /** Heights between which inserts are visible. */
  readonly visible: readonly [from: number, to: number];
  readonly open: boolean;
  readonly onFold: (index: number, closed: boolean) => void;
  /** Rows of the keyboard selection. */
  readonly current: RowRange | null;
  readonly find: RegExp | null;
  readonly inserts: ReadonlyMap<string, DiffInsert>;
  readonly onHeight: (key: string, height: number) => void;
  readonly onPick?: ((index: number, row: number, line: PickedLine, extend: boolean) => void) | undefined;
  readonly onExpand?: ((index: number, line: number) => void) | undefined;
  /** Text for a file without lines, instead of the diff's own. */
  readonly note?: ReactNode;
  readonly actions?: DrawPart | undefined;
}

/** A file of the diff: its header, which stays in view, and the visible ones of its rows. */
export const DiffFileBlock = memo(function DiffFileBlock(props: DiffFileBlockProps) {
  const { file, fileLayout, summary, mode, open, onFold, onPick, onExpand } = props;
  const { index } = fileLayout;
  const pick = useCallback(
    (row: number, line: PickedLine, extend: boolean) => onPick?.(index, row, line, extend),
    [onPick, index],
  );
  const expand = useCallback((line: number) => onExpand?.(index, line), [onExpand, index]);
  const path = pathOf(file);
  const rows = {
    height: fileLayout.body,
    inserts: fileLayout.inserts,
    rows: props.rows,
    from: props.from,
    to: props.to,
    longest: summary?.longest ?? 0,
    current: props.current,
    find: props.find,
    onPick: onPick && pick,
    onExpand: onExpand && expand,
  };
  return (
    <article
      className={cx(styles.file, !(open && fileLayout.body > 0) && headerStyles.closed)}
      style={{ top: fileLayout.top, height: heights.header + fileLayout.body + 1 }}
      aria-label={path}
      data-file={index}
    >
      <DiffFileHeader
        file={file}
        summary={summary}
        open={open}
        onToggle={() => onFold(index, open)}
        actions={props.actions?.(file, index, summary)}
      />
      {!open || fileLayout.body === 0 ? null : fileLayout.note ? (
        <div className={styles.note}>{props.note ?? fileLayout.note}</div>
      ) : mode === "split" ? (
        <SplitRows {...rows} path={path} />
      ) : (
        <DiffRows {...rows} column="both" label={`Changes in ${path}`} />
      )}
      {open && fileLayout.inserts.length > 0 ? <DiffInserts {...props} /> : null}
    </article>
  );
}, isSame);

/** Every layout makes new objects; a file whose layout is equal is not drawn again. */
function isSame(before: DiffFileBlockProps, now: DiffFileBlockProps): boolean {
  const names = Object.keys(now) as (keyof DiffFileBlockProps)[];
  return names.every((name) =>
    name === "fileLayout"
      ? isSameLayout(before.fileLayout, now.fileLayout)
      : Object.is(before[name], now[name]),
  );
}

type SplitRowsProps = Omit<Parameters<typeof DiffRows>[0], "column" | "label"> & { readonly path: string };

/** Two columns that scroll sideways together. */
function SplitRows({ path, ...rows }: SplitRowsProps) {
  const left = useRef<HTMLElement>(null);
  const right = useRef<HTMLElement>(null);
  const follow = useCallback((event: UIEvent<HTMLElement>) => {
    const other = event.currentTarget === left.current ? right.current : left.current;
    if (other && other.scrollLeft !== event.currentTarget.scrollLeft)
      other.scrollLeft = event.currentTarget.scrollLeft;
  }, []);
  return (
    <div className={styles.split}>
      <DiffRows {...rows} ref={left} onScroll={follow} column="left" label={`Before: ${path}`} />
      <DiffRows {...rows} ref={right} onScroll={follow} column="right" label={`After: ${path}`} />
    </div>
  );
}
