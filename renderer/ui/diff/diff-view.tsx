import { ChevronsDownUp, ChevronsUpDown, Columns2, Rows2 } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { ErrorState } from "../error-state.tsx";
import { IconButton } from "../icon-button.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { DiffFileBlock } from "./diff-file-block.tsx";
import { Counts } from "./diff-file-header.tsx";
import { layoutDiff, placeAt, visibleRows } from "./diff-layout.ts";
import { type DiffEngine, type DiffFile, type DiffMode, pathOf } from "./diff-model.ts";
import { type DiffStep, nextStep, stepAt, topOf } from "./diff-steps.ts";
import styles from "./diff-view.module.css";
import { useDiffDocument } from "./use-diff-document.ts";
import { useDiffPosition } from "./use-diff-position.ts";
import { useDiffRows } from "./use-diff-rows.ts";

export interface DiffViewHandle {
  /** Brings a file's header to the top. */
  scrollToFile(index: number): void;
}

export interface DiffViewProps {
  /** Must stay the same array while the comparison does. */
  readonly files: readonly DiffFile[];
  readonly engine: DiffEngine;
  readonly mode: DiffMode;
  readonly onMode?: (mode: DiffMode) => void;
  /** Stands above the files and scrolls with them. */
  readonly before?: ReactNode;
  /** Buttons at the end of a file's header. */
  readonly fileActions?: (file: DiffFile, index: number) => ReactNode;
  readonly label?: string;
  readonly ref?: Ref<DiffViewHandle>;
}

const barHeight = 40;

/**
 * A comparison of any number of files: only visible rows exist. It fills its parent and scrolls by itself. Keys:
 * `j`/`]` and `k`/`[` files, `n`/`p` and F7/Shift+F7 changes.
 */
export function DiffView(props: DiffViewProps) {
  const { files, engine, mode, onMode, before, fileActions, label = "Changes", ref } = props;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { open, summaries, failure } = useDiffDocument(engine, files);
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [step, setStep] = useState<DiffStep | null>(null);
  const visible = useDiffPosition(scroller, list);
  const layout = useMemo(
    () => layoutDiff(files, summaries, mode, collapsed),
    [files, summaries, mode, collapsed],
  );
  const totals = useMemo(() => sum(summaries), [summaries]);

  const first = placeAt(layout.places, visible[0]);
  const last = placeAt(layout.places, visible[1]);
  const shown = layout.places.slice(first, last + 1);
  const blocks = shown.flatMap((place) => {
    const [from, to] =
      place.body > 0 && place.note === null ? visibleRows(place, visible[0], visible[1]) : [0, 0];
    const file = files[place.index];
    // Blocks of a fixed size keep their names while one scrolls, so that none is read twice.
    return file ? slices(from, to).map((start) => ({ file: place.index, path: pathOf(file), ...start })) : [];
  });
  const rows = useDiffRows(engine, open, mode, blocks);

  const scrollTo = (y: number) =>
    scroller.current?.scrollTo({ top: y + (list.current?.offsetTop ?? 0) - barHeight });
  const scrollToFile = (index: number) => scrollTo(layout.places[index]?.top ?? 0);
  useImperativeHandle(ref, () => ({ scrollToFile }));
  const here = () => (scroller.current?.scrollTop ?? 0) + barHeight + 1 - (list.current?.offsetTop ?? 0);

  function go(direction: 1 | -1): void {
    const next = nextStep(layout, summaries, mode, step ?? stepAt(layout, here()), direction);
    if (!next) return;
    setStep(next);
    scrollTo(topOf(layout, next) - (scroller.current?.clientHeight ?? 0) / 3);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const key = event.key === "F7" ? (event.shiftKey ? "p" : "n") : event.key;
    const file = placeAt(layout.places, here());
    if (key === "j" || key === "]") scrollToFile(Math.min(files.length - 1, file + 1));
    else if (key === "k" || key === "[") scrollToFile(Math.max(0, file - 1));
    else if (key === "n") go(1);
    else if (key === "p") go(-1);
    else return;
    event.preventDefault();
  }
  const toggle = (index: number) =>
    setCollapsed((now) =>
      now.has(index) ? new Set([...now].filter((i) => i !== index)) : new Set([...now, index]),
    );

  const digits = String(totals.line).length;
  return (
    <section ref={scroller} className={styles.view} aria-label={label} onKeyDown={onKeyDown} {...focusable}>
      {before}
      <div className={styles.bar}>
        <span className={styles.total}>
          {files.length.toLocaleString()} {files.length === 1 ? "file" : "files"}
          <Counts added={totals.added} removed={totals.removed} />
        </span>
        <IconButton
          label={collapsed.size < files.length ? "Collapse all files" : "Expand all files"}
          icon={collapsed.size < files.length ? ChevronsDownUp : ChevronsUpDown}
          onClick={() => setCollapsed(collapsed.size < files.length ? new Set(files.keys()) : new Set())}
        />
        {onMode ? (
          <SegmentedControl
            label="Layout of the diff"
            value={mode}
            onChange={onMode}
            options={modes}
            iconsOnly
          />
        ) : null}
      </div>
      {failure ? (
        <ErrorState
          title="The diff could not be read"
          message="Reload the page to try again."
          detail={failure}
        />
      ) : null}
      <div
        ref={list}
        className={styles.files}
        style={{ height: layout.height, "--digits": Math.max(3, digits) } as CSSProperties}
      >
        {shown.map((place) => {
          const file = files[place.index];
          return file ? (
            <DiffFileBlock
              key={place.index}
              file={file}
              place={place}
              summary={summaries[place.index]}
              mode={mode}
              rows={rows}
              visible={visible}
              open={!collapsed.has(place.index)}
              onToggle={() => toggle(place.index)}
              current={step?.file === place.index ? step.row : null}
              actions={fileActions?.(file, place.index)}
            />
          ) : null;
        })}
      </div>
      <VisuallyHidden>
        <output aria-live="polite">{step ? `Change in ${nameOf(files[step.file])}` : ""}</output>
      </VisuallyHidden>
    </section>
  );
}

const focusable = { tabIndex: 0 };
const modes = [
  { value: "unified", label: "Unified", icon: Rows2 },
  { value: "split", label: "Side by side", icon: Columns2 },
] as const;
const block = 50;

const nameOf = (file: DiffFile | undefined) => (file ? pathOf(file) : "");

function slices(from: number, to: number): { readonly from: number; readonly to: number }[] {
  return Array.from({ length: Math.ceil(Math.max(0, to - from) / block) }, (_, i) => ({
    from: from + i * block,
    to: Math.min(to, from + (i + 1) * block),
  }));
}

function sum(summaries: readonly ({ added: number; removed: number; unifiedRows: number } | undefined)[]) {
  let [added, removed, line] = [0, 0, 999];
  for (const summary of summaries) {
    added += summary?.added ?? 0;
    removed += summary?.removed ?? 0;
    line = Math.max(line, summary?.unifiedRows ?? 0);
  }
  return { added, removed, line };
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
