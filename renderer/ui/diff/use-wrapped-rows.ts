import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { OpenDiff } from "../../../shared/diff/diff-types.ts";
import {
  type DiffLayout,
  fileIndexAt,
  heights,
  type LooseInsert,
  layoutOf,
  rowAt,
  rowTop,
} from "./diff-layout.ts";
import type { DiffMode } from "./diff-model.ts";

/** Rows of a file as they were measured: pixels beyond the first line of each, by column and row. */
type MeasuredFile = ReadonlyMap<string, number>;

/** Takes the heights of drawn rows of a file's column. */
export type ReportRows = (file: number, column: string, rows: readonly (readonly [number, number])[]) => void;

interface WrappedRows {
  /** The room of wrapped lines beyond their first, by file, for the layout. */
  readonly wrapsByFile: ReadonlyMap<number, readonly LooseInsert[]>;
  readonly onRows: ReportRows;
}

const nothing: ReadonlyMap<number, MeasuredFile> = new Map();
const noWraps: WrappedRows["wrapsByFile"] = new Map();

/**
 * Measures wrapped rows as they are drawn: how many lines one takes depends on the font and on every character. `width` is
 * that of the diff; another one measures all rows anew.
 */
export function useWrappedRows(
  wrap: boolean,
  width: number,
  mode: DiffMode,
  open: OpenDiff | null,
): WrappedRows {
  const [measured, setMeasured] = useState(nothing);
  const subject = useRef({ wrap, width, mode, open });
  const last = subject.current;
  if (last.wrap !== wrap || last.width !== width || last.mode !== mode || last.open !== open) {
    subject.current = { wrap, width, mode, open };
    if (measured !== nothing) setMeasured(nothing);
  }
  const onRows = useCallback<ReportRows>((file, column, rows) => {
    setMeasured((now) => {
      const known = now.get(file);
      const changed = rows.filter(([row, px]) => (known?.get(`${column} ${row}`) ?? 0) !== px - heights.row);
      if (changed.length === 0) return now;
      const next = new Map(known);
      for (const [row, px] of changed) next.set(`${column} ${row}`, px - heights.row);
      return new Map(now).set(file, next);
    });
  }, []);
  const wrapsByFile = useMemo(() => {
    if (!wrap || measured.size === 0) return noWraps;
    return new Map([...measured].map(([file, rows]) => [file, wrapsOf(rows)] as const));
  }, [wrap, measured]);
  return { wrapsByFile, onRows };
}

/** Returns the room of a file's rows; two columns have that of the higher one. */
function wrapsOf(rows: MeasuredFile): LooseInsert[] {
  const heightOf = new Map<number, number>();
  for (const [name, px] of rows) {
    const row = Number(name.slice(name.indexOf(" ") + 1));
    if (px > (heightOf.get(row) ?? 0)) heightOf.set(row, px);
  }
  return [...heightOf].map(([row, height]) => ({ key: `wrap ${row}`, row, height, isWrapped: true }));
}

interface KeptRowInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  readonly layout: DiffLayout;
  readonly wrapsByFile: WrappedRows["wrapsByFile"];
  /** Called after scrolling, before the browser draws. */
  readonly onScroll: () => void;
}

/** Keeps the row at the top of the viewport where it is when rows above it turn out to take more lines. */
export function useKeptRow({ scroller, list, layout, wrapsByFile, onScroll }: KeptRowInput): void {
  const before = useRef({ layout, wrapsByFile });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { layout, wrapsByFile };
    const frame = scroller.current;
    if (last.wrapsByFile === wrapsByFile || !frame) return;
    const y = frame.scrollTop - (list.current?.offsetTop ?? 0);
    if (y <= 0) return;
    const file = fileIndexAt(last.layout, y);
    const [then, now] = [layoutOf(last.layout, file), layoutOf(layout, file)];
    if (!then || !now) return;
    const row = Math.max(0, rowAt(then.inserts, y - then.top - heights.header));
    const moved = now.top + rowTop(now, row) - then.top - rowTop(then, row);
    if (moved === 0) return;
    frame.scrollTop += moved;
    onScroll();
  }, [scroller, list, layout, wrapsByFile, onScroll]);
}
