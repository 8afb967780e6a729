import { type ReactNode, type UIEvent, useRef } from "react";
import { cx } from "../class-names.ts";
import { DiffFileHeader } from "./diff-file-header.tsx";
import { DiffInserts } from "./diff-inserts.tsx";
import { type FilePlace, heights, visibleRows } from "./diff-layout.ts";
import {
  type DiffFile,
  type DiffInsert,
  type DiffMode,
  type DiffSummary,
  type PickedLine,
  pathOf,
} from "./diff-model.ts";
import { DiffRows, type RowRange } from "./diff-rows.tsx";
import styles from "./diff-view.module.css";
import type { RowStore } from "./use-diff-rows.ts";

export interface DiffFileBlockProps {
  readonly file: DiffFile;
  readonly place: FilePlace;
  readonly summary: DiffSummary | undefined;
  readonly mode: DiffMode;
  readonly rows: RowStore;
  /** Heights between which rows are visible. */
  readonly visible: readonly [from: number, to: number];
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Rows that the reader stands at. */
  readonly current: RowRange | null;
  readonly find: RegExp | null;
  readonly inserts: ReadonlyMap<string, DiffInsert>;
  readonly onHeight: (key: string, height: number) => void;
  readonly onPick?: ((row: number, line: PickedLine, extend: boolean) => void) | undefined;
  readonly onExpand?: ((line: number) => void) | undefined;
  /** Said of a file that has no lines, instead of what its diff tells. */
  readonly note?: string | undefined;
  /** Stands at the beginning of the header. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
}

/** A file of the diff: its header, which stays in view, and the visible ones of its rows. */
export function DiffFileBlock(props: DiffFileBlockProps) {
  const { file, place, summary, mode, open } = props;
  const split = mode === "split" && place.note === null;
  return (
    <article
      className={cx(styles.file, !(open && place.body > 0) && styles.closed)}
      style={{ top: place.top, height: heights.header + place.body }}
      aria-label={pathOf(file)}
      data-file={place.index}
    >
      <DiffFileHeader
        file={file}
        summary={summary}
        open={open}
        onToggle={props.onToggle}
        mark={props.mark}
        actions={props.actions}
      />
      {!open || place.body === 0 ? null : place.note ? (
        <p className={styles.note}>{props.note ?? place.note}</p>
      ) : split ? (
        <SplitRows {...props} />
      ) : (
        <DiffRows {...rowsOf(props)} column="both" label={`Changes in ${pathOf(file)}`} />
      )}
      {open && place.inserts.length > 0 ? <DiffInserts {...props} /> : null}
    </article>
  );
}

/** Two columns that scroll sideways together. */
function SplitRows(props: DiffFileBlockProps) {
  const left = useRef<HTMLElement>(null);
  const right = useRef<HTMLElement>(null);
  const follow = (event: UIEvent<HTMLElement>) => {
    const other = event.currentTarget === left.current ? right.current : left.current;
    if (other && other.scrollLeft !== event.currentTarget.scrollLeft)
      other.scrollLeft = event.currentTarget.scrollLeft;
  };
  const path = pathOf(props.file);
  return (
    <div className={styles.split}>
      <DiffRows {...rowsOf(props)} ref={left} onScroll={follow} column="left" label={`Before: ${path}`} />
      <DiffRows {...rowsOf(props)} ref={right} onScroll={follow} column="right" label={`After: ${path}`} />
    </div>
  );
}

function rowsOf({ place, rows, visible, summary, current, find, onPick, onExpand }: DiffFileBlockProps) {
  const [from, to] = visibleRows(place, visible[0], visible[1], 1);
  return { place, rows, from, to, longest: summary?.longest ?? 0, current, find, onPick, onExpand };
}
