import type { editor } from "monaco-editor/editor";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./code.module.css";

/** Entry of a column beside a text, shown from a line on. */
interface LineEntry {
  /** From 1. */
  readonly line: number;
  /** Draws it; `tabIndex` is that of the element that has the focus in it. */
  readonly draw: (tabIndex: 0 | -1) => ReactNode;
}

/** A column before the lines of a text. */
export interface CodeColumn {
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** In the order of their lines. Each lasts until the next one. */
  readonly entries: readonly LineEntry[];
}

interface LineColumnProps extends CodeColumn {
  readonly view: editor.IStandaloneCodeEditor;
}

/** An entry where it is drawn. */
interface PlacedEntry {
  readonly index: number;
  /** Pixels from the top of the column. */
  readonly top: number;
}

/** Pixels of a line, and of an entry. */
const rowPx = 20;

/**
 * A column that scrolls with the lines of an editor; only entries in view exist. It is one tab stop: arrow keys move from
 * entry to entry.
 */
export function LineColumn({ view, label, width, entries }: LineColumnProps) {
  const column = useRef<HTMLDivElement>(null);
  const placed = usePlacedEntries(view, entries);
  const [active, setActive] = useState(0);
  const wanted = useRef(false);
  // The first in view where the active one is scrolled away.
  const stop = placed.some(({ index }) => index === active) ? active : placed[0]?.index;
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const target = column.current?.querySelector<HTMLElement>(`[data-entry="${active}"] [tabindex="0"]`);
    if (!target) return;
    wanted.current = false;
    target.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = entries[(stop ?? 0) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    wanted.current = true;
    setActive((stop ?? 0) + step);
    view.revealLineInCenterIfOutsideViewport(next.line);
  };
  // The editor scrolls as if the pointer were over its text.
  const scroll = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    view.setScrollTop(view.getScrollTop() + event.deltaY);
  });
  useEffect(() => {
    const element = column.current;
    element?.addEventListener("wheel", scroll, { passive: false });
    return () => element?.removeEventListener("wheel", scroll);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={column}
      role="group"
      aria-label={label}
      className={styles.column}
      style={{ width }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) =>
        setActive(Number(target.closest<HTMLElement>("[data-entry]")?.dataset.entry ?? 0))
      }
    >
      {placed.map(({ index, top }) => (
        <div
          key={entries[index]?.line}
          data-entry={index}
          className={styles.entry}
          style={{ transform: `translateY(${top}px)` }}
        >
          {entries[index]?.draw(index === stop ? 0 : -1)}
        </div>
      ))}
    </div>
  );
}

/** Returns the entries of the lines in view. That of the first line stays at the top while its lines are scrolled. */
function usePlacedEntries(
  view: editor.IStandaloneCodeEditor,
  entries: readonly LineEntry[],
): readonly PlacedEntry[] {
  const [placed, setPlaced] = useState<readonly PlacedEntry[]>([]);
  const place = useEffectEvent(() => {
    const next = placeEntries(view, entries);
    const isSame = (one: PlacedEntry, i: number) => one.index === next[i]?.index && one.top === next[i].top;
    setPlaced((now) => (now.length === next.length && now.every(isSame) ? now : next));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries have other places
  useLayoutEffect(() => place(), [view, entries]);
  useEffect(() => {
    const listeners = [
      view.onDidScrollChange(() => place()),
      view.onDidLayoutChange(() => place()),
      // Lines were folded or wrapped.
      view.onDidContentSizeChange(() => place()),
      view.onDidChangeModel(() => place()),
    ];
    // The text may have come, and been laid out, since it was drawn.
    place();
    const frame = requestAnimationFrame(() => place());
    return () => {
      cancelAnimationFrame(frame);
      for (const listener of listeners) listener.dispose();
    };
  }, [view]);
  return placed;
}

function placeEntries(view: editor.IStandaloneCodeEditor, entries: readonly LineEntry[]): PlacedEntry[] {
  const scrollTop = view.getScrollTop();
  const found: PlacedEntry[] = [];
  const add = (index: number, line: number) => {
    const top = view.getTopForLineNumber(line) - scrollTop;
    const last = found.at(-1);
    // The one before makes room.
    if (last && last.top > top - rowPx) found[found.length - 1] = { ...last, top: top - rowPx };
    if (last?.index !== index) found.push({ index, top });
  };
  for (const { startLineNumber: first, endLineNumber: end } of view.getVisibleRanges()) {
    const start = Math.max(0, entryAt(entries, first));
    for (let index = start; (entries[index]?.line ?? Number.POSITIVE_INFINITY) <= end; index++)
      add(index, Math.max(first, entries[index]?.line ?? first));
  }
  const [begin, second] = found;
  const firstLine = view.getVisibleRanges()[0]?.startLineNumber ?? 1;
  if (begin && (begin.top < 0 || (entries[begin.index]?.line ?? firstLine) < firstLine)) {
    found[0] = { ...begin, top: Math.min(0, second ? second.top - rowPx : 0) };
  }
  return found;
}

/** Returns the index of the last entry that begins at a line or before it; -1 for none. */
function entryAt(entries: readonly LineEntry[], line: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
