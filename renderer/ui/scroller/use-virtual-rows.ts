import {
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { RowHeights } from "./row-heights.ts";
import { type RowPlace, RowScroller, type RowScrollerOptions } from "./row-scroller.ts";
import type { RowView } from "./row-view.ts";

type Key = string | number;

interface VirtualRowsOptions extends Omit<RowScrollerOptions, "followsEnd"> {
  readonly count: number;
  /** Pixels of a row: a first guess where rows are measured. */
  readonly rowHeight: number | ((row: number) => number);
  /** Another value has other rows: their heights are read again. */
  readonly items?: unknown;
  /** Key of a row, by which its measured height is known when rows before it are added or removed. */
  readonly keyOf?: (row: number) => Key;
}

interface VirtualRows {
  /** For the element within the scrolled one that has the rows, each at {@link topOf} pixels from its top. */
  readonly sizer: RefCallback<HTMLElement>;
  readonly view: RowView;
  /** Rows that are rendered. */
  readonly rows: readonly number[];
  readonly topOf: (row: number) => number;
  readonly heightOf: (row: number) => number;
  /** For rows with a `data-index` whose height is measured, also when it changes. */
  readonly measured: RefCallback<HTMLElement>;
  /** Scrolls to a row. */
  readonly show: (row: number, where?: RowPlace) => void;
}

/**
 * Renders the rows in view of a list of any length, beyond what a browser can lay out too. `frame` is the element that is
 * scrolled.
 */
export function useVirtualRows(
  frame: RefObject<HTMLElement | null>,
  options: VirtualRowsOptions,
): VirtualRows {
  const { count, rowHeight, items, keyOf, overscan, headPx } = options;
  const [scroller] = useState(() => new RowScroller({ overscan, headPx }));
  const view = useSyncExternalStore(scroller.subscribe, scroller.view, scroller.view);
  const [measured] = useState(() => new MeasuredRows(scroller));
  const unit = typeof rowHeight === "number" ? rowHeight : null;
  // A function for one row is another one each time; only other rows have other heights, or all at another density.
  const ends = typeof rowHeight === "number" || count === 0 ? "" : `${rowHeight(0)} ${rowHeight(count - 1)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    measured.setKeys(keyOf);
    const guessOf = typeof rowHeight === "number" ? () => rowHeight : rowHeight;
    scroller.setRows(count, () =>
      unit !== null && measured.isEmpty
        ? new RowHeights(unit)
        : RowHeights.of(count, (row) => measured.heightOf(row) ?? guessOf(row)),
    );
  }, [scroller, count, unit, items, ends]);
  const sizer = useAttached(scroller, frame);
  const { from, to } = view;
  const rows = useMemo(
    () => Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => from + index),
    [from, to, count],
  );
  // Another view has its rows elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const topOf = useCallback((row: number) => scroller.topOf(row), [scroller, view]);
  return {
    sizer,
    view,
    rows,
    topOf,
    heightOf: scroller.heightOf,
    measured: measured.observe,
    show: scroller.show,
  };
}

/** Attaches a scroller to its elements whenever they are others; returns the reference of the one with the rows. */
function useAttached(scroller: RowScroller, frame: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  const sizer = useRef<HTMLElement | null>(null);
  const attached = useRef<{ readonly elements: readonly unknown[]; readonly detach: () => void } | null>(
    null,
  );
  useLayoutEffect(() => {
    const elements = [frame.current, sizer.current];
    if (attached.current?.elements.every((element, index) => element === elements[index])) return;
    attached.current?.detach();
    attached.current =
      frame.current && sizer.current
        ? { elements, detach: scroller.attach({ scroller: frame.current, sizer: sizer.current }) }
        : null;
  });
  useLayoutEffect(
    () => () => {
      attached.current?.detach();
      attached.current = null;
    },
    [],
  );
  return useCallback((element) => {
    sizer.current = element;
  }, []);
}

/** Measures rows when they are rendered, and whenever their height changes. */
class MeasuredRows {
  readonly #scroller: RowScroller;
  readonly #heights = new Map<Key, number>();
  #keyOf: (row: number) => Key = (row) => row;
  #observer: ResizeObserver | undefined;

  constructor(scroller: RowScroller) {
    this.#scroller = scroller;
  }

  setKeys(keyOf: (row: number) => Key = (row) => row): void {
    this.#keyOf = keyOf;
  }

  get isEmpty(): boolean {
    return this.#heights.size === 0;
  }

  /** Pixels of a row as it was measured last; undefined where it was not. */
  heightOf(row: number): number | undefined {
    return this.#heights.get(this.#keyOf(row));
  }

  readonly observe = (element: HTMLElement | null) => {
    if (!element) return;
    this.#observer ??= new ResizeObserver((entries) => this.#measure(entries));
    this.#observer.observe(element);
    return () => this.#observer?.unobserve(element);
  };

  #measure(entries: readonly ResizeObserverEntry[]): void {
    const rows = new Map<number, number>();
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement) || !target.isConnected) continue;
      const row = Number(target.dataset.index);
      rows.set(row, target.offsetHeight);
      this.#heights.set(this.#keyOf(row), target.offsetHeight);
    }
    this.#scroller.measure(rows);
  }
}
