import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type {
  DiffEngine,
  DiffReading,
  DiffSummary,
  LineRef,
  OpenDiff,
} from "../../../shared/diff/diff-types.ts";
import { ErrorState } from "../error-state.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { DiffBar } from "./diff-bar.tsx";
import { DiffFileBlock, type DrawPart } from "./diff-file-block.tsx";
import { onDiffKey } from "./diff-keys.ts";
import { fileIndexAt, layoutDiff, visibleRows } from "./diff-layout.ts";
import type { DiffInsert, DiffMode, LinePick, PickedLine } from "./diff-model.ts";
import { lineOf, type RowRange } from "./diff-rows.tsx";
import { nextStep, stepAt, topOf } from "./diff-steps.ts";
import styles from "./diff-view.module.css";
import { filesBetween, nearBlocks } from "./near-blocks.ts";
import { useDiffDocument } from "./use-diff-document.ts";
import { useDiffPosition } from "./use-diff-position.ts";
import { useDiffRows } from "./use-diff-rows.ts";
import { useInserts } from "./use-inserts.ts";

export interface DiffViewHandle {
  /** Brings a file's header to the top. */
  scrollToFile(index: number): void;
  /** Brings a line into view and stands on it; its file is opened. */
  showLine(line: LineRef): Promise<void>;
  /** Closes a file to its header, or opens it. */
  fold(index: number, closed: boolean): void;
  /** The next file (`1`) or the one before. */
  file(direction: 1 | -1): void;
  /** The next change (`1`) or the one before, over all files. */
  step(direction: 1 | -1): void;
  /** Takes the keyboard. */
  focus(): void;
}

export interface DiffViewProps {
  /** Must stay the same array while the comparison does; while it is streamed, its entries must. */
  readonly files: readonly DiffFile[];
  /** Further files will follow these. */
  readonly isStreaming?: boolean;
  readonly engine: DiffEngine;
  readonly mode: DiffMode;
  readonly onMode?: (mode: DiffMode) => void;
  /** Stands above the files and scrolls with them. */
  readonly before?: ReactNode;
  /** Further tools of the line above the files. */
  readonly tools?: ReactNode;
  /** Buttons at the end of a file's header; must stay the same function while it draws the same. */
  readonly fileActions?: DrawPart;
  /** What stands between lines; must stay the same array while nothing of it changes. */
  readonly inserts?: readonly DiffInsert[];
  /** Lines were chosen to be commented on. */
  readonly onPick?: (pick: LinePick) => void;
  /** More of what surrounds a file's changes is asked for: above a hunk's first new line. */
  readonly onExpand?: (file: number, line: number) => void;
  /** Texts for files without lines, by index, instead of the diffs' own. */
  readonly notes?: ReadonlyMap<number, ReactNode>;
  /** What is looked for, marked wherever it is drawn; with the flag `g`. */
  readonly find?: RegExp | null;
  readonly reading?: DiffReading;
  /** The comparison was opened in the engine. */
  readonly onOpen?: (open: OpenDiff | null) => void;
  /** What is known of the files, by index, as it comes. */
  readonly onSummaries?: (summaries: readonly (DiffSummary | undefined)[]) => void;
  /** Index of the file at the top of what is visible. */
  readonly onFile?: (index: number) => void;
  readonly label?: string;
  readonly ref?: Ref<DiffViewHandle>;
}

/** The row that the reader stands on, and the other end of what they chose. */
interface Cursor {
  readonly file: number;
  readonly row: number;
  readonly anchor: number;
}

const barHeight = 40;
const noInserts: readonly DiffInsert[] = [];

/**
 * A comparison of any number of files: only visible rows exist. It fills its parent and scrolls by itself. Keys:
 * `j`/`]` and `k`/`[` files, `n`/`p` and F7/Shift+F7 changes, Alt+arrows lines, `c` a comment.
 */
export const DiffView = memo(function DiffView(props: DiffViewProps) {
  const { files, engine, mode, inserts = noInserts, onPick, label = "Changes", ref } = props;
  const { onOpen, onFile, onSummaries } = props;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { open, summaries, failure } = useDiffDocument(engine, files, props.reading, props.isStreaming);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [known, setKnown] = useState(files);
  if (known !== files) {
    setKnown(files);
    if (known.length === 0 || files[0] !== known[0]) {
      // Another comparison: nobody closed anything in it, or stood anywhere.
      setCollapsed(new Set());
      setCursor(null);
    } else if (files.length > known.length && collapsed.size >= known.length) {
      // All were closed; so are those that came since.
      setCollapsed(new Set(files.keys()));
    }
  }
  const visible = useDiffPosition(scroller, list);
  const { insertsByFile, onHeight } = useInserts(open, summaries, mode, inserts);
  const layout = useMemo(
    () => layoutDiff(files, summaries, mode, collapsed, insertsByFile),
    [files, summaries, mode, collapsed, insertsByFile],
  );
  const insertsByKey = useMemo(() => new Map(inserts.map((insert) => [insert.key, insert])), [inserts]);
  const longestFile = useMemo(
    () => summaries.reduce((max, summary) => Math.max(max, summary?.unifiedRows ?? 0), 999),
    [summaries],
  );
  useEffect(() => onOpen?.(open), [open, onOpen]);
  useEffect(() => onSummaries?.(summaries), [summaries, onSummaries]);

  // Headers of files that are not read yet would be drawn only to be moved away.
  const shown =
    summaries.length === 0 && !failure ? layout.fileLayouts.slice(0, 1) : filesBetween(layout, visible);
  const rows = useDiffRows(engine, open, mode, nearBlocks(layout, files, summaries, visible));
  const marked = useMemo(() => cursor && rangeOf(cursor), [cursor]);

  const scrollTo = (y: number) =>
    scroller.current?.scrollTo({ top: y + (list.current?.offsetTop ?? 0) - barHeight });
  const here = () => (scroller.current?.scrollTop ?? 0) + barHeight + 1 - (list.current?.offsetTop ?? 0);
  const scrollToFile = (index: number) => scrollTo(layout.fileLayouts[index]?.top ?? 0);
  const fold = useCallback(
    (index: number, closed: boolean) =>
      setCollapsed((now) => {
        const next = new Set(now);
        if (closed) next.add(index);
        else next.delete(index);
        return next;
      }),
    [],
  );
  const foldAll = useCallback(
    () => setCollapsed((now) => (now.size < files.length ? new Set(files.keys()) : new Set())),
    [files],
  );
  const standAt = (file: number, row: number) => {
    setCursor({ file, row, anchor: row });
    scrollTo(topOf(layout, { file, row }) - (scroller.current?.clientHeight ?? 0) / 3);
  };
  const step = (direction: 1 | -1) => {
    const next = nextStep(layout, summaries, mode, cursor ?? stepAt(layout, here()), direction);
    if (next) standAt(next.file, next.row);
  };
  useImperativeHandle(ref, () => ({
    scrollToFile,
    fold,
    file: stepFile,
    step,
    focus: () => scroller.current?.focus({ preventScroll: true }),
    async showLine(line) {
      fold(line.file, false);
      const [found] = (await open?.locate([line])) ?? [];
      if (found) standAt(line.file, Math.max(0, mode === "split" ? found.split : found.unified));
    },
  }));
  const stepFile = (direction: 1 | -1) => {
    const next = fileIndexAt(layout.fileLayouts, here()) + direction;
    scrollToFile(Math.min(files.length - 1, Math.max(0, next)));
  };
  const fileHere = fileIndexAt(layout.fileLayouts, visible[0] + 400);
  useEffect(() => onFile?.(fileHere), [fileHere, onFile]);

  const pickedLine = (file: number, row: number): PickedLine | null => {
    const found = rows.get(file)?.byRow.get(row);
    const line = found ? lineOf(found, "both") : null;
    return line && line.kind !== "hunk" ? line : null;
  };
  const pickRows = ({ file, row, anchor }: Cursor, line: PickedLine | null) => {
    const other = anchor === row ? line : pickedLine(file, anchor);
    if (!line || !other) return;
    onPick?.(anchor > row ? { file, first: line, last: other } : { file, first: other, last: line });
  };
  const pick = (file: number, row: number, line: PickedLine, extend: boolean) => {
    const next = { file, row, anchor: extend && cursor?.file === file ? cursor.anchor : row };
    setCursor(next);
    pickRows(next, line);
  };
  const latest = useRef({ pick });
  latest.current = { pick };
  const onPickRow = useCallback((...picked: Parameters<typeof pick>) => latest.current.pick(...picked), []);
  const keys = {
    file: stepFile,
    change: step,
    line: (direction: 1 | -1, extend: boolean) => {
      const at = cursor ?? stepAt(layout, here());
      const row = Math.min((layout.fileLayouts[at.file]?.rows ?? 1) - 1, Math.max(0, at.row + direction));
      if (extend) setCursor({ file: at.file, row, anchor: cursor?.anchor ?? row });
      else setCursor({ file: at.file, row, anchor: row });
      const y = topOf(layout, { file: at.file, row });
      const top = here();
      const height = scroller.current?.clientHeight ?? 0;
      if (y < top + 60 || y > top + height - 120) scrollTo(y - height / 3);
    },
    comment: () => {
      if (cursor) pickRows(cursor, pickedLine(cursor.file, cursor.row));
    },
  };
  return (
    <section
      ref={scroller}
      className={styles.view}
      aria-label={label}
      onKeyDown={(event) => onDiffKey(event, keys)}
      {...focusable}
    >
      {props.before}
      <DiffBar
        files={files}
        summaries={summaries}
        allClosed={collapsed.size >= files.length}
        onToggleAll={foldAll}
        mode={mode}
        onMode={props.onMode}
      >
        {props.tools}
      </DiffBar>
      {failure ? (
        <ErrorState
          title="The diff could not be loaded"
          message="Reload the page to try again."
          detail={failure}
        />
      ) : null}
      <div
        ref={list}
        className={styles.files}
        style={
          {
            height: layout.height,
            "--digits": Math.max(3, String(longestFile).length),
          } as CSSProperties
        }
      >
        {shown.map((fileLayout) => {
          const file = files[fileLayout.index];
          const [from, to] = visibleRows(fileLayout, visible[0], visible[1], 1);
          return file ? (
            <DiffFileBlock
              key={fileLayout.index}
              file={file}
              fileLayout={fileLayout}
              summary={summaries[fileLayout.index]}
              mode={mode}
              rows={rows.get(fileLayout.index)}
              from={from}
              to={to}
              visible={fileLayout.inserts.length > 0 ? visible : nowhere}
              open={!collapsed.has(fileLayout.index)}
              onFold={fold}
              current={cursor?.file === fileLayout.index ? marked : null}
              find={props.find ?? null}
              inserts={fileLayout.inserts.length > 0 ? insertsByKey : nothing}
              onHeight={onHeight}
              onPick={onPick ? onPickRow : undefined}
              onExpand={props.onExpand}
              note={props.notes?.get(fileLayout.index)}
              actions={props.fileActions}
            />
          ) : null;
        })}
      </div>
      <VisuallyHidden>
        <output aria-live="polite">{cursor ? `Change in ${nameOf(files[cursor.file])}` : ""}</output>
      </VisuallyHidden>
    </section>
  );
});

const focusable = { tabIndex: 0 };
const nowhere = [0, 0] as const;
const nothing: ReadonlyMap<string, DiffInsert> = new Map();

const nameOf = (file: DiffFile | undefined) => (file ? pathOf(file) : "");

const rangeOf = ({ row, anchor }: Cursor): RowRange => [Math.min(row, anchor), Math.max(row, anchor)];
