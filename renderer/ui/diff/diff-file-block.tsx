import { ChevronDown } from "lucide-react";
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type UIEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { type DiffFile, type FileAttributes, modeChange, pathOf } from "../../../shared/diff/diff-file.ts";
import type { ChangeRun, DiffSummary, RowRange } from "../../../shared/diff/diff-types.ts";
import type { Optional } from "../../../shared/optional.ts";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Badge } from "../marks/badge.tsx";
import { FileIcon } from "../marks/file-icon.tsx";
import { Icon } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import headerStyles from "./diff-file-block.module.css";
import { type FileLayout, heights, isSameLayout } from "./diff-layout.ts";
import {
  type DiffInsert,
  type DiffMode,
  isGenerated,
  isNotText,
  type LineMark,
  type PickedLine,
} from "./diff-model.ts";
import { DiffRows } from "./diff-rows.tsx";
import styles from "./diff-view.module.css";
import { LineCounts } from "./line-counts.tsx";
import type { FileRows } from "./use-diff-rows.ts";
import type { ReportRows } from "./use-wrapped-rows.ts";

interface DiffFileHeaderProps
  extends Optional<{
    attributes: FileAttributes;
  }> {
  readonly file: DiffFile;
  readonly summary: DiffSummary | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Further marks behind the file's own; they may follow late. */
  readonly marks?: ReactNode;
  readonly actions?: ReactNode;
}

/** A file's name with what happened to it and how much. */
export function DiffFileHeader(props: DiffFileHeaderProps) {
  const { file, summary, attributes, open, onToggle, marks, actions } = props;
  const path = pathOf(file);
  const slash = path.lastIndexOf("/") + 1;
  const modes = modeChange(file);
  return (
    <div className={headerStyles.header}>
      <button type="button" className={headerStyles.toggle} aria-expanded={open} onClick={onToggle}>
        <Icon of={ChevronDown} size={14} className={headerStyles.chevron} />
        <FileIcon name={path} />
        <bdi
          className={headerStyles.path}
          title={file.renamed_file ? `${file.old_path} → ${file.new_path}` : path}
        >
          {file.renamed_file ? <span className={headerStyles.from}>{file.old_path} → </span> : null}
          <span className={headerStyles.folder}>{path.slice(0, slash)}</span>
          {path.slice(slash)}
        </bdi>
      </button>
      <CopyButton text={path} label="Copy path" />
      <span className={headerStyles.kinds}>
        {file.new_file ? <Badge tone="added">New</Badge> : null}
        {file.deleted_file ? <Badge tone="removed">Deleted</Badge> : null}
        {file.renamed_file ? <Badge tone="changed">Moved</Badge> : null}
        {modes ? <Badge title="The file's mode">{modes.join(" → ")}</Badge> : null}
        {isGenerated(file, attributes) ? <Badge>Generated</Badge> : null}
        {isNotText(file, attributes) ? (
          <Badge title="The repository's .gitattributes say that changes of this file are not text (-diff or binary). Expand the file to show them all the same.">
            Not text
          </Badge>
        ) : null}
      </span>
      {summary && summary.hiddenLines > 0 ? <HiddenBadge lines={summary.hiddenLines} /> : null}
      {marks}
      <span className={headerStyles.count}>
        {summary ? <LineCounts added={summary.added} removed={summary.removed} /> : null}
      </span>
      {actions}
    </div>
  );
}

/** Warns of characters that cannot be seen; stays in view with the header. */
function HiddenBadge({ lines }: { readonly lines: number }) {
  const count = lines === 1 ? "1 line has" : `${lines} lines have`;
  return (
    <Badge
      tone="warning"
      title={`${count} invisible or bidirectional characters, which can make code look different from what it is. They are shown as marks.`}
    >
      Hidden characters
    </Badge>
  );
}

/** Draws something in a file's header; must stay the same function while what it draws does. */
export type DrawPart = (file: DiffFile, index: number, summary: DiffSummary | undefined) => ReactNode;

interface DiffFileBlockProps
  extends Optional<{
    onPick: (index: number, row: number, line: PickedLine, extend: boolean) => void;
    onExpand: (index: number, line: number) => void;
    /** Takes the heights of rows whose lines are wrapped; where left out, lines are not wrapped. */
    onRows: ReportRows;
    marks: DrawPart;
    actions: DrawPart;
    /** The changes that were read. */
    read: readonly ChangeRun[];
    /** Marks of lines by their new numbers. */
    lineMarks: ReadonlyMap<number, LineMark>;
  }> {
  readonly file: DiffFile;
  readonly fileLayout: FileLayout;
  readonly summary: DiffSummary | undefined;
  readonly attributes: FileAttributes | undefined;
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
  /** Text for a file without lines, instead of the diff's own. */
  readonly note?: ReactNode;
}

/** A file of the diff: its header, which stays in view, and the visible ones of its rows. */
export const DiffFileBlock = memo(function DiffFileBlock(props: DiffFileBlockProps) {
  const { file, fileLayout, summary, mode, open, onFold, onPick, onExpand, onRows } = props;
  const { index } = fileLayout;
  const pick = useCallback(
    (row: number, line: PickedLine, extend: boolean) => onPick?.(index, row, line, extend),
    [onPick, index],
  );
  const expand = useCallback((line: number) => onExpand?.(index, line), [onExpand, index]);
  const takeRows = useCallback(
    (column: string, measured: Parameters<ReportRows>[2]) => onRows?.(index, column, measured),
    [onRows, index],
  );
  const path = pathOf(file);
  const { read } = props;
  const readRows = useMemo(() => read?.map((run) => run[mode]), [read, mode]);
  const rows = {
    height: fileLayout.body,
    inserts: fileLayout.inserts,
    rows: props.rows,
    from: props.from,
    to: props.to,
    longest: summary?.longest ?? 0,
    current: props.current,
    read: readRows,
    lineMarks: props.lineMarks,
    find: props.find,
    onPick: onPick && pick,
    onExpand: onExpand && expand,
    onRows: onRows && takeRows,
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
        attributes={props.attributes}
        open={open}
        onToggle={() => onFold(index, open)}
        marks={props.marks?.(file, index, summary)}
        actions={props.actions?.(file, index, summary)}
      />
      {!open || fileLayout.body === 0 ? null : fileLayout.note ? (
        <div className={headerStyles.note}>{props.note ?? fileLayout.note}</div>
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

interface DiffInsertsProps {
  readonly fileLayout: FileLayout;
  readonly inserts: ReadonlyMap<string, DiffInsert>;
  readonly visible: readonly [from: number, to: number];
  readonly onHeight: (key: string, height: number) => void;
}

/** Inserts between a file's lines; those far outside of the viewport are not rendered. */
function DiffInserts({ fileLayout, inserts, visible, onHeight }: DiffInsertsProps) {
  const start = fileLayout.top + heights.header;
  return fileLayout.inserts.map(({ key, top, height }) => {
    const insert = inserts.get(key);
    const near = start + top < visible[1] && start + top + height > visible[0];
    if (!insert || !(near || insert.stays)) return null;
    return <Insert key={key} insert={insert} top={heights.header + top - 1} onHeight={onHeight} />;
  });
}

interface InsertProps {
  readonly insert: DiffInsert;
  readonly top: number;
  readonly onHeight: (key: string, height: number) => void;
}

function Insert({ insert: { key, label, content }, top, onHeight }: InsertProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Its upper line is drawn over the line that ends what is above.
    const measure = () => onHeight(key, Math.ceil(element.offsetHeight) - 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, onHeight]);
  return (
    <section ref={box} aria-label={label} className={headerStyles.insert} style={{ top } as CSSProperties}>
      {content}
    </section>
  );
}
