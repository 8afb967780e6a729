import { ArrowDown, ArrowUp, MessageSquarePlus, MoveDown, MoveUp } from "lucide-react";
import { type RefObject, useCallback, useContext, useEffectEvent, useMemo, useRef, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef, OpenDiff, RowRange } from "../../../shared/diff/diff-types.ts";
import { type PartAction, usePartActions } from "../buttons/kbd.tsx";
import { PaneShownContext } from "../panes/persistent-pane.tsx";
import { type DiffLayout, fileIndexAt, heights, layoutOf, rowTop } from "./diff-layout.ts";
import type { DiffMode, LinePick, PickedLine } from "./diff-model.ts";
import { lineInColumn } from "./diff-rows.tsx";
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
  /** Pixels of the line that stays above the files. */
  readonly barHeight: number;
}

/** The place of the reader among the changes, and the way on from it. */
export interface DiffSteps {
  /** Layout that rows are counted in. */
  readonly mode: DiffMode;
  /** Returns the current line; the one at the top of what is visible where there is none. */
  stepHere(): DiffStep;
  /** Returns the change after a line across all files, null at the end; collapsed files are passed over. */
  nextChange(from: DiffStep): DiffStep | null;
  /** Scrolls to a change and makes its first line the current one. */
  showStep(step: DiffStep): void;
}

/** The current line of a comparison: moves by files, changes and lines, keeps it in view and selects lines. */
export function useDiffCursor(input: CursorInput) {
  const { scroller, list, files, open, summaries, layout, mode, rows, fold, barHeight } = input;
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
    const line = found ? lineInColumn(found, "both") : null;
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
  const nextChange = (from: DiffStep) => nextStep(layout, summaries, mode, from, 1);
  const stepHere = (): DiffStep => cursor ?? stepAt(layout, here());
  const showStep = ({ file, row }: DiffStep) => standAt(file, row);
  return {
    ...{ cursor, actions, steppedFile, scrollToFile, showLine, onPickRow },
    steps: { mode, stepHere, nextChange, showStep },
  };
}

/** Returns the first and last selected row: those between the cursor and where its selection began. */
export const selectedRows = ({ row, anchor }: Cursor): RowRange => [
  Math.min(row, anchor),
  Math.max(row, anchor),
];

/** Returns the index of the file above or below another one; that one's own at the ends. */
const neighbour = ({ fileLayouts, positions }: DiffLayout, file: number, direction: 1 | -1): number =>
  fileLayouts[(positions[file] ?? 0) + direction]?.index ?? file;

/** A run of changed lines: the file and the row at which it begins. */
export interface DiffStep {
  readonly file: number;
  readonly row: number;
}

const runsOf = (summary: DiffSummary | undefined, mode: DiffMode): readonly number[] =>
  (mode === "split" ? summary?.splitChanges : summary?.unifiedChanges) ?? [];

/** The change after (`1`) or before (`-1`) a step across all files; null at the end. Collapsed files are passed over. */
export function nextStep(
  layout: DiffLayout,
  summaries: readonly (DiffSummary | undefined)[],
  mode: DiffMode,
  from: DiffStep,
  direction: 1 | -1,
): DiffStep | null {
  const { fileLayouts, positions } = layout;
  for (let at = Math.max(0, positions[from.file] ?? 0); at >= 0 && at < fileLayouts.length; at += direction) {
    const { index: file = 0, body = 0 } = fileLayouts[at] ?? {};
    if (body === 0) continue;
    const runs = runsOf(summaries[file], mode);
    const row =
      file !== from.file
        ? runs.at(direction === 1 ? 0 : -1)
        : direction === 1
          ? runs.find((run) => run > from.row)
          : runs.findLast((run) => run < from.row);
    if (row !== undefined) return { file, row };
  }
  return null;
}

/** Position of a row in pixels. */
export function topOf(layout: DiffLayout, { file, row }: DiffStep): number {
  const fileLayout = layoutOf(layout, file);
  return fileLayout ? fileLayout.top + heights.header + rowTop(fileLayout, row) : 0;
}

/** Returns the step at a position, where no other was taken. */
export function stepAt(layout: DiffLayout, y: number): DiffStep {
  const file = fileIndexAt(layout, y);
  const inside = y - (layoutOf(layout, file)?.top ?? 0) - heights.header;
  return { file, row: Math.floor(inside / heights.row) - 1 };
}

/** Actions of the commands of a comparison. */
interface DiffActions {
  /** One file on (`1`) or back. */
  file(direction: 1 | -1): void;
  /** One run of changed lines on or back. */
  change(direction: 1 | -1): void;
  /** Moves one line forward or back; `extend` keeps the other end of the selection. */
  line(direction: 1 | -1, extend: boolean): void;
  /** Comments on the selected lines. */
  comment(): void;
}

/** Adds the commands of a comparison while it is shown. Each moves the focus there first. */
export function useDiffCommands(
  scroller: RefObject<HTMLElement | null>,
  mayComment: boolean,
  actions: DiffActions,
): void {
  const isShown = useContext(PaneShownContext);
  const act = useEffectEvent((run: (now: DiffActions) => void) => run(actions));
  const commands = useMemo((): PartAction[] => {
    if (!isShown) return [];
    const action = (id: string, icon: PartAction["icon"], run: (now: DiffActions) => void): PartAction => ({
      id,
      icon,
      run: () => {
        const view = scroller.current;
        if (!view?.contains(document.activeElement)) view?.focus({ preventScroll: true });
        act(run);
      },
    });
    return [
      action("diff.next-file", MoveDown, (now) => now.file(1)),
      action("diff.previous-file", MoveUp, (now) => now.file(-1)),
      action("diff.next-change", MoveDown, (now) => now.change(1)),
      action("diff.previous-change", MoveUp, (now) => now.change(-1)),
      action("diff.next-line", ArrowDown, (now) => now.line(1, false)),
      action("diff.previous-line", ArrowUp, (now) => now.line(-1, false)),
      action("diff.extend-down", ArrowDown, (now) => now.line(1, true)),
      action("diff.extend-up", ArrowUp, (now) => now.line(-1, true)),
      ...(mayComment ? [action("diff.comment", MessageSquarePlus, (now) => now.comment())] : []),
    ];
  }, [scroller, mayComment, isShown]);
  usePartActions(scroller, commands);
}
