import { type RefObject, useCallback, useRef, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef, OpenDiff } from "../../../shared/diff/diff-types.ts";
import { type DiffLayout, fileIndexAt, layoutOf } from "./diff-layout.ts";
import type { DiffMode, LinePick, PickedLine } from "./diff-model.ts";
import { lineOf, type RowRange } from "./diff-rows.tsx";
import { nextStep, stepAt, topOf } from "./diff-steps.ts";
import type { DiffActions } from "./use-diff-commands.ts";
import type { RowStore } from "./use-diff-rows.ts";

/** The current row, and the other end of the selection. */
interface Cursor {
  readonly file: number;
  readonly row: number;
  readonly anchor: number;
}

interface CursorInput {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  readonly files: readonly DiffFile[];
  readonly open: OpenDiff | null;
  readonly summaries: readonly (DiffSummary | undefined)[];
  readonly layout: DiffLayout;
  readonly mode: DiffMode;
  readonly rows: RowStore;
  readonly fold: (index: number, closed: boolean) => void;
  /** Lines were chosen to be commented on. */
  readonly onPick: ((pick: LinePick) => void) | undefined;
}

const barHeight = 40;

/** The current line of a comparison: moves by files, changes and lines, keeps it in view and selects lines. */
export function useDiffCursor(input: CursorInput) {
  const { scroller, list, files, open, summaries, layout, mode, rows, fold } = input;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [firstFile, setFirstFile] = useState(files[0]);
  if (firstFile !== files[0]) {
    // Another comparison.
    setFirstFile(files[0]);
    setCursor(null);
  }
  const scrollTo = (y: number) =>
    scroller.current?.scrollTo({ top: y + (list.current?.offsetTop ?? 0) - barHeight });
  const here = () => (scroller.current?.scrollTop ?? 0) + barHeight + 1 - (list.current?.offsetTop ?? 0);
  const scrollToFile = (index: number) => scrollTo(layoutOf(layout, index)?.top ?? 0);
  const standAt = (file: number, row: number) => {
    setCursor({ file, row, anchor: row });
    scrollTo(topOf(layout, { file, row }) - (scroller.current?.clientHeight ?? 0) / 3);
  };
  const pickedLine = (file: number, row: number): PickedLine | null => {
    const found = rows.get(file)?.byRow.get(row);
    const line = found ? lineOf(found, "both") : null;
    return line && line.kind !== "hunk" ? line : null;
  };
  const pickRows = ({ file, row, anchor }: Cursor, line: PickedLine | null) => {
    const other = anchor === row ? line : pickedLine(file, anchor);
    if (!line || !other) return;
    input.onPick?.(anchor > row ? { file, first: line, last: other } : { file, first: other, last: line });
  };
  const pick = (file: number, row: number, line: PickedLine, extend: boolean) => {
    const next = { file, row, anchor: extend && cursor?.file === file ? cursor.anchor : row };
    setCursor(next);
    pickRows(next, line);
  };
  const latest = useRef({ pick });
  latest.current = { pick };
  const onPickRow = useCallback((...picked: Parameters<typeof pick>) => latest.current.pick(...picked), []);
  // The last files may not reach the top: until it is scrolled, the file that was navigated to is the current one.
  const [stepped, setStepped] = useState<{ readonly file: number; readonly top: number } | null>(null);
  const steppedFile =
    stepped !== null && stepped.top === scroller.current?.scrollTop ? stepped.file : undefined;
  const actions: DiffActions = {
    file: (direction) => {
      const current = steppedFile ?? fileIndexAt(layout, here());
      const next = neighbour(layout, current, direction);
      scrollToFile(next);
      setStepped({ file: next, top: scroller.current?.scrollTop ?? 0 });
    },
    change: (direction) => {
      const next = nextStep(layout, summaries, mode, cursor ?? stepAt(layout, here()), direction);
      if (next) standAt(next.file, next.row);
    },
    line: (direction, extend) => {
      const at = cursor ?? stepAt(layout, here());
      const row = Math.min((layoutOf(layout, at.file)?.rows ?? 1) - 1, Math.max(0, at.row + direction));
      setCursor({ file: at.file, row, anchor: extend ? (cursor?.anchor ?? row) : row });
      const y = topOf(layout, { file: at.file, row });
      const top = here();
      const height = scroller.current?.clientHeight ?? 0;
      if (y < top + 60 || y > top + height - 120) scrollTo(y - height / 3);
    },
    comment: () => {
      if (cursor) pickRows(cursor, pickedLine(cursor.file, cursor.row));
    },
  };
  const showLine = async (line: LineRef) => {
    fold(line.file, false);
    const [found] = (await open?.locate([line])) ?? [];
    if (found) standAt(line.file, Math.max(0, mode === "split" ? found.split : found.unified));
  };
  return { cursor, actions, steppedFile, scrollToFile, showLine, onPickRow };
}

/** Returns the selected rows. */
export const selectedRows = ({ row, anchor }: Cursor): RowRange => [
  Math.min(row, anchor),
  Math.max(row, anchor),
];

/** Returns the index of the file above or below another one; that one's own at the ends. */
const neighbour = ({ fileLayouts, positions }: DiffLayout, file: number, direction: 1 | -1): number =>
  fileLayouts[(positions[file] ?? 0) + direction]?.index ?? file;
