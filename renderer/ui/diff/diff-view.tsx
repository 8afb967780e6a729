import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type {
  ChangeRun,
  DiffEngine,
  DiffReading,
  DiffSummary,
  LineRef,
  OpenDiff,
} from "../../../shared/diff/diff-types.ts";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { cx } from "../theme/class-names.ts";
import { DiffBar } from "./diff-bar.tsx";
import { DiffFileBlock, type DrawPart } from "./diff-file-block.tsx";
import {
  type DiffLayout,
  fileIndexAt,
  filesBetween,
  type LooseInsert,
  layoutDiff,
  layoutOf,
  lookAheadPx,
  nearBlocks,
  visibleRows,
} from "./diff-layout.ts";
import {
  type DiffAttributes,
  type DiffGoal,
  type DiffInsert,
  type DiffLook,
  type LineMark,
  type LinePick,
  minSplitPx,
} from "./diff-model.ts";
import type { DiffState } from "./diff-tools.tsx";
import styles from "./diff-view.module.css";
import { useCollapsedFiles, useFoldedByAttributes } from "./use-collapsed-files.ts";
import { type DiffSteps, selectedRows, useDiffCommands, useDiffCursor } from "./use-diff-cursor.ts";
import { useDiffDocument } from "./use-diff-document.ts";
import { useDiffRows } from "./use-diff-rows.ts";
import { useInserts } from "./use-inserts.ts";
import { useKeptRow, useWrappedRows } from "./use-wrapped-rows.ts";

export interface DiffViewHandle {
  /** Scrolls a file's header to the top. */
  scrollToFile(index: number): void;
  /** Scrolls to a line and makes it the current one; its file is expanded. */
  showLine(line: LineRef): Promise<void>;
  /** Closes a file to its header, or opens it. */
  fold(index: number, closed: boolean): void;
  /** Closes all files to their headers; opens them where all are closed. */
  foldAll(): void;
  /** Moves the keyboard focus here. */
  focus(): void;
  readonly steps: DiffSteps;
}

export interface DiffViewProps extends DiffLook {
  /** Must stay the same array while the comparison does; while it is streamed, its entries must. */
  readonly files: readonly DiffFile[];
  /** Further files will follow these. */
  readonly isStreaming?: boolean;
  readonly engine: DiffEngine;
  /** Shown above the files; scrolls with them. */
  readonly before?: ReactNode;
  /** Shown where there are no files: while they load, for example. What is above stays mounted, with the focus in it. */
  readonly instead?: ReactNode;
  /** Takes what the tools of the diff show. Where left out, they are in a line above the files. */
  readonly onState?: (state: DiffState) => void;
  /** Further tools of the line above the files. */
  readonly tools?: ReactNode;
  /** Buttons at the end of a file's header; must stay the same function while it draws the same. */
  readonly fileActions?: DrawPart;
  /** Marks of a file's header, which may follow late; must stay the same function while it draws the same. */
  readonly fileMarks?: DrawPart;
  /** Content between lines; must stay the same array while nothing of it changes. */
  readonly inserts?: readonly DiffInsert[];
  /** Whether the first inserts are still read: the first lines wait a moment for them, so that they are not moved. */
  readonly isInsertsPending?: boolean;
  /** Lines were chosen to be commented on. */
  readonly onPick?: (pick: LinePick) => void;
  /** Loads more lines above the hunk that begins at a new line of a file. */
  readonly onExpand?: (file: number, line: number) => void;
  /** Texts for files without lines, by index, instead of the diffs' own. */
  readonly notes?: ReadonlyMap<number, ReactNode>;
  /** Changes that were read, by file; those of a file must stay the same array while they are the same. */
  readonly read?: ReadonlyMap<number, readonly ChangeRun[]>;
  /** Marks of lines by their new numbers, by file; those of a file must stay the same map while they are the same. */
  readonly lineMarks?: ReadonlyMap<number, ReadonlyMap<number, LineMark>>;
  /** Matches of it are marked; with the flag `g`. */
  readonly find?: RegExp | null;
  readonly reading?: DiffReading;
  /** The comparison was opened in the engine. */
  readonly onOpen?: (open: OpenDiff | null) => void;
  /** Called with the files' summaries, by index, at each change. */
  readonly onSummaries?: (summaries: readonly (DiffSummary | undefined)[]) => void;
  /** Attributes of the files; nothing waits for them. */
  readonly attributes?: DiffAttributes;
  /** Indices of the files from top to bottom, as {@link useTreeOrder} returns them; that of the array where left out. */
  readonly order?: readonly number[];
  /** Index of the file at the top of what is visible, or of the one that a key has gone to. */
  readonly onFile?: (index: number) => void;
  readonly label?: string;
  /** Scrolled to once, when its file is read; another object is another goal. */
  readonly goal?: DiffGoal | null;
  readonly ref?: Ref<DiffViewHandle>;
}

const noInserts: readonly DiffInsert[] = [];
const noAttributes: DiffAttributes = { byPath: new Map(), onPaths: () => {} };

/** A comparison of any number of files: only visible rows exist. It fills its parent and scrolls by itself. */
export const DiffView = memo(function DiffView(props: DiffViewProps) {
  const { files, engine, wrap, inserts = noInserts, onPick, onState, label = "Changes", ref } = props;
  const { attributes = noAttributes } = props;
  const { order, onOpen, onFile, onSummaries } = props;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { open, summaries, failure } = useDiffDocument(engine, files, props.reading, props.isStreaming);
  const { collapsed, fold, foldAll } = useCollapsedFiles(files, attributes.byPath);
  const { visible, width, updatePosition } = useDiffPosition(scroller, list);
  // Without a layout nothing has a width.
  const isNarrow = width > 0 && width < minSplitPx;
  const mode = isNarrow ? "unified" : props.mode;
  const { insertsByFile, onHeight, isLocated } = useInserts(open, summaries, mode, inserts);
  const isReady = isLocated && !props.isInsertsPending;
  const isHeld = useHeldLines(summaries.length > 0, isReady);
  const { wrapsByFile, onRows } = useWrappedRows(wrap, width, mode, open);
  const layout = useMemo(
    () => layoutDiff(files, summaries, mode, collapsed, both(wrapsByFile, insertsByFile), order),
    [files, summaries, mode, collapsed, wrapsByFile, insertsByFile, order],
  );
  const allClosed = collapsed.size >= files.length;
  useEffect(() => onState?.({ allClosed, isNarrow }), [allClosed, isNarrow, onState]);
  useKeptRow({ scroller, list, layout, wrapsByFile, onScroll: updatePosition });
  useKeptFile({ scroller, list, layout, order, summaries, onScroll: updatePosition });
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
  const near = filesBetween(layout, [visible[0], visible[1] + lookAheadPx]);
  useFoldedByAttributes(files, near, attributes.byPath, visible[1] - overscanPx, fold);
  const { onPaths } = attributes;
  // Lines come first.
  const nearPaths = (summaries.length === 0 ? [] : near)
    .flatMap(({ index }) => {
      const file = files[index];
      return file ? [pathOf(file)] : [];
    })
    .join("\0");
  useEffect(() => onPaths(nearPaths === "" ? [] : nearPaths.split("\0")), [onPaths, nearPaths]);
  const rows = useDiffRows(
    engine,
    open,
    mode,
    nearBlocks(layout, files, summaries, visible, attributes.byPath),
  );
  const { cursor, actions, steppedFile, scrollToFile, showLine, onPickRow, steps } = useDiffCursor({
    ...{ scroller, list, files, open, summaries, layout, mode, rows, fold, onPick },
    barHeight: onState ? 0 : 40,
  });
  useDiffCommands(scroller, onPick !== undefined, actions);
  const marked = useMemo(() => cursor && selectedRows(cursor), [cursor]);
  const { goal = null } = props;
  const reached = useRef<DiffGoal | null>(null);
  const isGoalRead = goal !== null && open !== null && summaries[goal.file] !== undefined;
  useEffect(() => {
    if (!isGoalRead || reached.current === goal) return;
    reached.current = goal;
    if (goal.line) void showLine(goal.line);
    else scrollToFile(goal.file);
  });
  useImperativeHandle(ref, () => ({
    scrollToFile,
    showLine,
    fold,
    foldAll,
    focus: () => scroller.current?.focus({ preventScroll: true }),
    steps,
  }));
  const fileHere = steppedFile ?? fileIndexAt(layout, visible[0] + 400);
  useEffect(() => onFile?.(fileHere), [fileHere, onFile]);

  return (
    <section
      ref={scroller}
      className={cx(styles.view, !onState && styles.barred)}
      aria-label={label}
      {...focusable}
    >
      {props.before}
      {props.instead ??
        (onState ? null : (
          <DiffBar
            {...{ files, summaries, allClosed, isNarrow, wrap }}
            onToggleAll={foldAll}
            mode={props.mode}
            onMode={props.onMode}
            onWrap={props.onWrap}
          >
            {props.tools}
          </DiffBar>
        ))}
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
            visibility: isHeld ? "hidden" : undefined,
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
              attributes={attributes.byPath.get(pathOf(file))}
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
              onRows={wrap ? onRows : undefined}
              note={props.notes?.get(fileLayout.index)}
              marks={props.fileMarks}
              actions={props.fileActions}
              read={props.read?.get(fileLayout.index)}
              lineMarks={props.lineMarks?.get(fileLayout.index)}
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

/** Milliseconds for which the first lines wait for what is between them at most. */
const maxHoldMs = 150;

/** Returns whether the first lines are not shown yet, since what is between them is not there; later ones never wait. */
function useHeldLines(hasLines: boolean, isReady: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shows = hasLines && isReady;
  if (shows && !isShown) setShown(true);
  useEffect(() => {
    if (!hasLines || isShown) return;
    const timer = setTimeout(() => setShown(true), maxHoldMs);
    return () => clearTimeout(timer);
  }, [hasLines, isShown]);
  return hasLines && !isShown;
}

/** Returns what is between the lines of each file: further lines of a row are above what follows it. */
function both(
  wraps: ReadonlyMap<number, readonly LooseInsert[]>,
  inserts: ReadonlyMap<number, readonly LooseInsert[]>,
): ReadonlyMap<number, readonly LooseInsert[]> {
  if (wraps.size === 0) return inserts;
  const all = new Map(wraps);
  for (const [file, list] of inserts) all.set(file, [...(wraps.get(file) ?? []), ...list]);
  return all;
}

const nowhere = [0, 0] as const;
const nothing: ReadonlyMap<string, DiffInsert> = new Map();

const nameOf = (file: DiffFile | undefined) => (file ? pathOf(file) : "");

interface KeptFileInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  readonly layout: DiffLayout;
  readonly order: readonly number[] | undefined;
  readonly summaries: readonly (DiffSummary | undefined)[];
  /** Called after scrolling, before the browser draws. */
  readonly onScroll: () => void;
}

/**
 * Keeps the file at the top of the viewport where it is when files above it are added or read. At the very top nothing
 * is kept: new files are shown there.
 */
function useKeptFile(input: KeptFileInput): void {
  const { scroller, list, layout, order, summaries, onScroll } = input;
  const before = useRef({ layout, order, summaries });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { layout, order, summaries };
    const frame = scroller.current;
    if ((last.order === order && last.summaries === summaries) || !frame) return;
    const y = frame.scrollTop - (list.current?.offsetTop ?? 0);
    if (y <= 0) return;
    const file = fileIndexAt(last.layout, y);
    const moved = (layoutOf(layout, file)?.top ?? 0) - (layoutOf(last.layout, file)?.top ?? 0);
    if (moved === 0) return;
    frame.scrollTop += moved;
    onScroll();
  }, [scroller, list, layout, order, summaries, onScroll]);
}

/** Pixels drawn above and below the visible part. */
const overscanPx = 400;
/** Height of a row: scrolling within one row draws nothing, so that no frame is late. */
const stepPx = 20;

interface DiffPosition {
  /** Pixels that the diff is wide, its scroll bar excluded; 0 before it is laid out. */
  readonly width: number;
  /** Heights between which the list is visible, with a margin. */
  readonly visible: readonly [from: number, to: number];
  /** Reads the position anew, for a change in the same frame. */
  readonly updatePosition: () => void;
}

/** Returns the heights of a list's part that is visible in its scroller; follows scrolling and size. */
function useDiffPosition(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): DiffPosition {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 1_200]);
  const [width, setWidth] = useState(0);
  const updatePosition = useCallback(() => {
    const frame = scroller.current;
    if (!frame) return;
    const top = frame.scrollTop - (list.current?.offsetTop ?? 0);
    const from = Math.floor((top - overscanPx) / stepPx) * stepPx;
    const to = Math.ceil((top + frame.clientHeight + overscanPx) / stepPx) * stepPx;
    setVisible((now) => (now[0] === from && now[1] === to ? now : [from, to]));
  }, [scroller, list]);
  // Before the first paint, so that one that is too narrow is never drawn in two columns.
  useLayoutEffect(() => setWidth(scroller.current?.clientWidth ?? 0), [scroller]);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    frame.addEventListener("scroll", updatePosition, { passive: true });
    // The observer reports the size after the next layout; until then the estimate is used.
    const observer = new ResizeObserver(() => {
      setWidth(frame.clientWidth);
      updatePosition();
    });
    observer.observe(frame);
    return () => {
      frame.removeEventListener("scroll", updatePosition);
      observer.disconnect();
    };
  }, [scroller, updatePosition]);
  return { visible, width, updatePosition };
}
