import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Finding, TraceSummary } from "../../../../shared/trace-types.ts";
import type { LineReader } from "../../../api/traces/line-reader.ts";
import type { LineRange } from "../../../ui/code/line-range.ts";
import type { RowScroller } from "../../../ui/scroller/row-scroller.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import ansi from "./ansi.module.css";
import { lineOfRow, type RowModel } from "./line-map.ts";
import styles from "./log.module.css";
import { LogRow } from "./log-row.tsx";
import type { Folding } from "./sections.tsx";
import { useLogSelection } from "./use-log-selection.ts";

interface LogViewProps {
  readonly label: string;
  readonly trace: LineReader;
  readonly summary: TraceSummary;
  readonly model: RowModel;
  readonly scroller: RowScroller;
  readonly folding: Folding;
  /** Height of a line in pixels. */
  readonly rowPx: number;
  readonly isWrapped: boolean;
  readonly hasTimes: boolean;
  /** Highlighted lines, from 1. */
  readonly range: LineRange | null;
  /** A click on a line's number; lines from 0. */
  readonly onNumber: (line: number, extend: boolean) => void;
  readonly onCopyLine: (line: number) => void;
  /** Copies the chosen lines; false where none are. */
  readonly onCopyChosen: () => boolean;
  readonly findings: ReadonlyMap<number, Finding["kind"]>;
  /** The query whose matches are highlighted, empty for none. */
  readonly searched: string;
  /** Lines that match so far. */
  readonly matchingLines: number;
  /** The line that the search is at. */
  readonly currentLine: number | null;
  /** Shows the lines of a gap. */
  readonly onGap: (line: number) => void;
  /** Stays at the top. */
  readonly sticky?: ReactNode;
}

const focusable = { tabIndex: 0 };

/** A log of any length; only the lines in view are rendered. */
export function LogView(props: LogViewProps) {
  const { trace, summary, model, scroller, folding, rowPx, isWrapped, range } = props;
  const frame = useRef<HTMLElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const view = useSyncExternalStore(scroller.subscribe, scroller.view);
  useLayoutEffect(() => {
    if (frame.current && sizer.current) {
      return scroller.attach({ scroller: frame.current, sizer: sizer.current });
    }
  }, [scroller]);
  useRows(scroller, model, `${rowPx} ${isWrapped}`, rowPx);
  const rows = Array.from({ length: Math.max(0, Math.min(view.to, model.rows) - view.from) }, (_, index) => {
    const row = view.from + index;
    return { row, item: model.at(row) };
  });
  const [pinned, setPinned] = useState<number | null>(null);
  const pinnedAt = pinned === null ? -1 : model.rowOf(pinned);
  const pinnedRow = typeof pinnedAt === "number" ? pinnedAt : -1;
  if (pinnedRow >= 0 && pinnedRow < view.from) rows.unshift({ row: pinnedRow, item: model.at(pinnedRow) });
  else if (pinnedRow >= view.to && pinnedRow < model.rows)
    rows.push({ row: pinnedRow, item: model.at(pinnedRow) });
  const shown = rows.flatMap(({ item }) => (item.kind === "line" ? [item.line] : []));
  const lineAt = useLogLines(trace, shown);
  const matches = useMatchRanges(trace, props.searched, props.matchingLines, shown, summary.lines - 1);
  useEffect(() => model.request?.(view.from, view.to));
  const anchor = useLogSelection(frame, { trace, lineAt, onCopyChosen: props.onCopyChosen });
  if (anchor !== pinned) setPinned(anchor);
  useLayoutEffect(() => {
    if (isWrapped && sizer.current) scroller.measure(measureRows(sizer.current, rowPx));
  });
  // Their column is there before they are read, so that lines do not move.
  const hasSections = summary.sections > 0;
  const style = { "--digits": String(summary.lines).length, "--row": `${rowPx}px` } as CSSProperties;
  return (
    <section
      ref={frame}
      className={cx(
        styles.scroller,
        ansi.palette,
        isWrapped && styles.wrapped,
        props.hasTimes && styles.timed,
      )}
      style={style}
      data-followed
      aria-label={props.label}
      {...focusable}
    >
      {props.sticky}
      <div ref={sizer} className={flow.sizer}>
        {rows.map(({ row, item }) => {
          const top = scroller.topOf(row);
          if (item.kind === "pending") return null;
          if (item.kind === "gap") {
            return (
              <div
                key={`gap ${item.from}`}
                className={styles.gap}
                style={{ transform: `translateY(${top}px)` }}
              >
                <button type="button" onClick={() => props.onGap(item.from)}>
                  {(item.to - item.from).toLocaleString("en")} lines without a match
                </button>
              </div>
            );
          }
          const { line } = item;
          const opened = folding.openedBy.get(line);
          return (
            <LogRow
              key={line}
              row={row}
              line={line}
              content={lineAt(line)}
              top={top}
              isChosen={range !== null && line + 1 >= range.from && line + 1 <= range.to}
              isContext={item.isContext}
              finding={props.findings.get(line)}
              matches={matches.get(line)}
              isCurrentMatch={props.currentLine === line}
              section={opened === undefined ? undefined : folding.sections[opened]}
              isFolded={opened !== undefined && folding.isFolded(opened)}
              hasSections={hasSections}
              hasTimes={props.hasTimes}
              onNumber={props.onNumber}
              onFold={folding.toggleAt}
              onCopyLine={props.onCopyLine}
            />
          );
        })}
      </div>
    </section>
  );
}

/** Updates the scroller's rows; the first line in view stays the first. */
function useRows(scroller: RowScroller, model: RowModel, layout: string, rowPx: number): void {
  const shown = useRef<{ readonly model: RowModel; readonly layout: string } | null>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { model, layout };
    if (before?.model.version === model.version && before.layout === layout) {
      scroller.setCount(model.rows);
      return;
    }
    // Mounted again: restore the position.
    if (!before) return scroller.reset(model.rows, rowPx, scroller.view().first);
    const line = lineOfRow(before.model, scroller.view().first);
    const row = model.rowOf(line ?? 0);
    if (typeof row === "number") return scroller.reset(model.rows, rowPx, row);
    scroller.reset(model.rows, rowPx, 0);
    row.then(
      (first) => scroller.show(first, "top"),
      () => undefined,
    );
  }, [scroller, model, layout, rowPx]);
}

/** Heights of the rendered rows, in pixels; none is lower than `rowPx`, whatever a fraction of a pixel makes of it. */
function measureRows(sizer: HTMLElement, rowPx: number): Map<number, number> {
  const heights = new Map<number, number>();
  for (const element of sizer.children) {
    const row = element instanceof HTMLElement ? element.dataset.row : undefined;
    if (row !== undefined && element instanceof HTMLElement)
      heights.set(Number(row), Math.max(rowPx, element.offsetHeight));
  }
  return heights;
}

/** Returns a function that returns the lines in view; missing ones are read. */
function useLogLines(reader: LineReader, shown: readonly number[]): LineReader["lineAt"] {
  useSyncExternalStore(reader.subscribeLines, reader.linesRead);
  useEffect(() => reader.requestLines(shown));
  return reader.lineAt;
}

type ShowLine = (line: number, where?: "middle" | "top") => void;

/** Returns a function that shows a line; a folded one once it has its own row. */
export function useShowLine(
  reveal: (line: number) => void,
  scroller: RowScroller,
  model: RefObject<RowModel>,
): ShowLine {
  const [wanted, setWanted] = useState<{ readonly line: number; readonly where: "middle" | "top" } | null>(
    null,
  );
  useEffect(() => {
    if (!wanted) return;
    const row = model.current.rowOf(wanted.line);
    if (typeof row === "number") return scroller.show(row, wanted.where);
    let isLatest = true;
    row.then(
      (at) => isLatest && scroller.show(at, wanted.where),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [wanted, scroller, model]);
  const latest = useRef(reveal);
  latest.current = reveal;
  return useCallback((line, where = "middle") => {
    latest.current(line);
    setWanted({ line, where });
  }, []);
}

type Ranges = readonly (readonly [start: number, end: number])[];

const none: ReadonlyMap<number, Ranges> = new Map();
/** Lines of a gap up to which two runs are read together. */
const bridgedLines = 16;
const maxCachedLines = 20_000;

/**
 * Returns the match ranges of the lines in view. `searched` is the query, empty for none; `count` is the number of
 * matching lines so far, `last` the last line of the log, which may still grow.
 */
function useMatchRanges(
  trace: LineReader,
  searched: string,
  count: number,
  shown: readonly number[],
  last: number,
): ReadonlyMap<number, Ranges> {
  const cache = useRef(emptyCache(searched));
  const [, redraw] = useState(0);
  if (cache.current.searched !== searched || cache.current.lines.size > maxCachedLines) {
    cache.current = emptyCache(searched);
  }
  const key = `${searched} ${count} ${shown[0]} ${shown.at(-1)} ${shown.length} ${last}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has the relevant parts
  useEffect(() => {
    if (searched === "") return;
    const store = cache.current;
    const missing = shown.filter(
      (line) => (!store.lines.has(line) && !store.pending.has(line)) || line === last,
    );
    const read = async ([from, to]: readonly [number, number]) => {
      for (let line = from; line < to; line++) store.pending.add(line);
      try {
        const found = await trace.matchesIn(from, to);
        for (let line = from; line < to; line++) store.lines.set(line, []);
        for (const { line, ranges } of found) store.lines.set(line, ranges);
      } finally {
        for (let line = from; line < to; line++) store.pending.delete(line);
      }
      if (cache.current === store) redraw((times) => times + 1);
    };
    for (const run of runsOf(missing)) read(run).catch(() => undefined);
  }, [trace, key]);
  return searched === "" ? none : cache.current.lines;
}

interface RangesCache {
  readonly searched: string;
  readonly lines: Map<number, Ranges>;
  /** Lines that are being read. */
  readonly pending: Set<number>;
}

const emptyCache = (searched: string): RangesCache => ({ searched, lines: new Map(), pending: new Set() });

/** Joins lines in order to runs `[from, to)`. */
function runsOf(lines: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line >= run[0] && line - run[1] <= bridgedLines) run[1] = Math.max(run[1], line + 1);
    else runs.push([line, line + 1]);
  }
  return runs;
}
