import { MessageSquarePlus, UnfoldVertical } from "lucide-react";
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type Ref,
  type UIEventHandler,
  useLayoutEffect,
  useRef,
} from "react";
import type { RowRange } from "../../../shared/diff/diff-types.ts";
import type { Optional } from "../../../shared/optional.ts";
import { CodeLine } from "../code/code-line.ts";
import changed from "../marks/changed-lines.module.css";
import { Icon } from "../marks/icon.tsx";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import layout from "../theme/layout.module.css";
import { type FileLayout, heights, rowTop } from "./diff-layout.ts";
import type { LineMark, PickedLine } from "./diff-model.ts";
import styles from "./diff-view.module.css";
import lineMarkStyles from "./line-mark.module.css";
import type { ColouredLine, ColouredRow, FileRows } from "./use-diff-rows.ts";

/** Lines of a row that a column shows. */
type Column = "both" | "left" | "right";

interface DiffRowsProps
  extends Optional<{
    /** Chooses a line; `extend` where the choice shall reach from the last one to here. */
    onPick: (row: number, line: PickedLine, extend: boolean) => void;
    /** Shows more lines above a hunk, by the hunk's first new line. */
    onExpand: (line: number) => void;
    /** Marks of lines by their new numbers. */
    lineMarks: ReadonlyMap<number, LineMark>;
    /** Takes the heights of rows whose lines are wrapped. */
    onRows: (column: string, rows: readonly (readonly [row: number, px: number])[]) => void;
  }> {
  readonly label: string;
  readonly column: Column;
  /** Height of all rows and inserts. */
  readonly height: number;
  readonly inserts: FileLayout["inserts"];
  readonly rows: FileRows | undefined;
  readonly from: number;
  readonly to: number;
  /** Columns of the longest line. */
  readonly longest: number;
  /** Rows of the keyboard selection. */
  readonly current: RowRange | null;
  /** Rows of the changes that were read. */
  readonly read: readonly RowRange[] | undefined;
  /** Searched pattern, marked in each line. */
  readonly find: RegExp | null;
  readonly ref?: Ref<HTMLElement>;
  readonly onScroll?: UIEventHandler<HTMLElement>;
}

/** One column of a file's rows; only those from `from` to `to` exist. */
export const DiffRows = memo(function DiffRows(props: DiffRowsProps) {
  const { label, column, inserts, rows, from, to, longest, current, find, onPick, onExpand } = props;
  const { onRows, read = noRows } = props;
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  const sizer = useRef<HTMLDivElement>(null);
  // After each render, before the browser paints: an unread row has no height of its own yet.
  useLayoutEffect(() => {
    if (!onRows || !sizer.current) return;
    const measured = [...sizer.current.children].flatMap((element, i) => {
      const text = element.lastElementChild;
      return text instanceof HTMLElement ? [[from + i, text.offsetHeight] as const] : [];
    });
    onRows(column, measured);
  });
  return (
    // Long lines scroll sideways here, which has to work by keyboard too.
    <section
      ref={props.ref}
      onScroll={props.onScroll}
      className={cx(styles.body, onRows && styles.wrapped)}
      aria-label={label}
      {...focusable}
    >
      <div
        ref={sizer}
        className={cx(flow.sizer, styles.sizer)}
        style={
          {
            height: props.height,
            "--columns": longest,
            "--numbers": column === "both" ? 2 : 1,
          } as CSSProperties
        }
      >
        {indexes.map((index) => {
          const row = rows?.byRow.get(index);
          return (
            <DiffRow
              key={index}
              row={index}
              top={rowTop({ inserts }, index)}
              height={onRows ? rowHeight(inserts, index) : heights.row}
              line={row ? lineInColumn(row, column) : undefined}
              column={column}
              current={current !== null && index >= current[0] && index <= current[1]}
              read={readPart(read, index)}
              mark={row && props.lineMarks ? markInColumn(props.lineMarks, row, column) : undefined}
              find={find}
              onPick={onPick}
              onExpand={onExpand}
            />
          );
        })}
      </div>
    </section>
  );
});

/** Returns the height of a row, with the further lines of a wrapped one. */
function rowHeight(inserts: FileLayout["inserts"], row: number): number {
  const wrapped = inserts.find((insert) => insert.isWrapped && insert.row === row);
  return heights.row + (wrapped?.height ?? 0);
}

/** The line of a row that a column shows. */
export const lineInColumn = (row: ColouredRow, column: Column): ColouredLine | null =>
  column === "left" ? row.left : column === "right" ? row.right : (row.right ?? row.left);

/** Returns the mark of the new line that a column shows. */
function markInColumn(
  marks: ReadonlyMap<number, LineMark>,
  row: ColouredRow,
  column: Column,
): LineMark | undefined {
  const line = column === "left" ? null : lineInColumn(row, column);
  return line && line.newLine !== null ? marks.get(line.newLine) : undefined;
}

const focusable = { tabIndex: 0 };
const noRows: readonly RowRange[] = [];

/** Returns whether a row is of a change that was read: its first row, or a further one. */
function readPart(read: readonly RowRange[], row: number): "first" | "further" | undefined {
  const range = read.find(([first, last]) => row >= first && row <= last);
  return range && (range[0] === row ? "first" : "further");
}

interface DiffRowProps {
  readonly row: number;
  readonly top: number;
  readonly height: number;
  /** Null: no line on this side. Undefined: not read yet. */
  readonly line: ColouredLine | null | undefined;
  readonly column: Column;
  readonly current: boolean;
  readonly read: ReturnType<typeof readPart>;
  readonly mark: LineMark | undefined;
  readonly find: RegExp | null;
  readonly onPick: DiffRowsProps["onPick"];
  readonly onExpand: DiffRowsProps["onExpand"];
}

const signs = { added: "+", removed: "−", context: "", hunk: "" } as const;

const DiffRow = memo(function DiffRow({
  row,
  top,
  height,
  line,
  column,
  current,
  read,
  mark,
  find,
  onPick,
  onExpand,
}: DiffRowProps) {
  if (!line) {
    return (
      <div className={styles.row} style={{ top, height }} data-kind={line === null ? "empty" : undefined} />
    );
  }
  const { kind } = line;
  const markClass = kind === "added" ? styles.addedMark : styles.removedMark;
  return (
    <div
      className={cx(styles.row, changed.row, current && styles.current, line.faded && styles.faded)}
      style={{ top, height }}
      data-kind={kind}
      data-moved={line.moved ? true : undefined}
      data-read={read}
    >
      <span className={cx(styles.gutter, changed.gutter)}>
        {column === "right" ? null : <span className={styles.number}>{line.oldLine}</span>}
        {column === "left" ? null : <span className={styles.number}>{line.newLine}</span>}
        <span className={styles.sign}>{signs[kind]}</span>
        {read === "first" ? <VisuallyHidden>Read</VisuallyHidden> : null}
        {mark ? (
          <span className={lineMarkStyles.mark} data-form={mark.form} title={mark.label}>
            <VisuallyHidden>{mark.label}</VisuallyHidden>
          </span>
        ) : null}
        {onExpand && kind === "hunk" && hunkStart(line.text) > 1 ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.expand}
            aria-label={`Show lines above ${hunkStart(line.text)}`}
            onClick={() => onExpand(hunkStart(line.text))}
          >
            <Icon of={UnfoldVertical} size={13} />
          </button>
        ) : null}
        {onPick && kind !== "hunk" ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.pick}
            aria-label={pickLabel(line)}
            onClick={(event: MouseEvent) => onPick(row, line, event.shiftKey)}
          >
            <Icon of={MessageSquarePlus} size={12} />
          </button>
        ) : null}
      </span>
      <span className={styles.text} title={line.moved ?? undefined}>
        <CodeLine
          text={line.text}
          tokens={line.tokens}
          marks={find ? hits(find, line.text) : line.marks}
          markClass={find ? layout.match : markClass}
        />
        {line.lacksNewline ? <span className={styles.lacksNewline}>no newline at end</span> : null}
      </span>
    </div>
  );
});

/** Returns the first new line of a hunk by its header; 0 where it has none. */
const hunkStart = (header: string): number => Number(/\+(\d+)/.exec(header)?.[1] ?? 0);

const pickLabel = ({ oldLine, newLine }: ColouredLine): string =>
  newLine === null ? `Comment on old line ${oldLine}` : `Comment on line ${newLine}`;

/** Returns where a pattern is found in a line, a hundred times at most. */
function hits(find: RegExp, text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(find)) {
    if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
    if (found.length === 100) break;
  }
  return found;
}
