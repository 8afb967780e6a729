import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Optional } from "../../../shared/optional.ts";
import { SingleKeysContext } from "../buttons/kbd.tsx";
import { useVirtualRows } from "../scroller/use-virtual-rows.ts";
import { cx } from "../theme/class-names.ts";
import { movedIndex, pastHeadings, useFirstRow } from "./list-keys.ts";
import { useRowDensity } from "./row-density.ts";
import styles from "./virtual-list.module.css";

export interface VirtualListProps<T>
  extends Optional<{
    /** The end is near: load more. */
    onEnd: () => void;
    selectedKey: string | number;
    /** Entries in all where not all are loaded. */
    total: number;
  }> {
  readonly label: string;
  readonly items: readonly T[];
  readonly itemKey: (item: T, index: number) => string | number;
  /** Height of a row in pixels, or a first guess where `measure` is set. */
  readonly rowHeight: number | ((item: T, index: number) => number);
  /** Measures rows whose height depends on their content. */
  readonly measure?: boolean;
  readonly renderItem: (item: T, index: number, active: boolean) => ReactNode;
  /** Whether a row is the heading of those below it: no key stops there. */
  readonly isHeading?: (item: T) => boolean;
  /** Enter or click on a row; where it is left out, Enter follows the row's first link. */
  readonly onOpen?: (item: T, index: number, event: { readonly newTab: boolean }) => void;
  /** Further keys on the active row; return true when the key was handled. */
  readonly onKey?: (event: KeyboardEvent, item: T, index: number) => boolean;
  /** Rows from the end at which it is near. */
  readonly endRows?: number;
  /** Rows that are in view, `to` exclusive. */
  readonly onView?: (from: number, to: number) => void;
  /** Filter and order of the rows: another value scrolls back to the first one and makes it active. */
  readonly scope?: string;
  /** Pixels that are scrolled away above at the beginning. */
  readonly initialTop?: number;
  /** Pixels that are scrolled away above, a moment after scrolling has stopped. */
  readonly onTop?: (top: number) => void;
  /** Active row, where the caller controls it; else the list does. */
  readonly activeIndex?: number;
  readonly onActiveChange?: (index: number) => void;
  /** Scrolls to the selected row when another one is selected. */
  readonly revealSelected?: boolean;
  /** `list` for rows that contain links and buttons. */
  readonly role?: "listbox" | "list";
  readonly className?: string;
}

/** A list of any length: only visible rows exist; arrows, j/k, Home, End and Page keys move, Enter opens. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, itemKey, rowHeight, onEnd, endRows = 10, role = "listbox" } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(0);
  const { isHeading } = props;
  const isHeadingAt = (index: number): boolean => {
    const item = items[index];
    return item !== undefined && isHeading?.(item) === true;
  };
  const current = Math.min(props.activeIndex ?? own, items.length - 1);
  const active = pastHeadings(current, current, items.length, isHeadingAt);
  const keyOf = (index: number) => {
    const item = items[index];
    return item === undefined ? index : itemKey(item, index);
  };
  const dense = useRowDensity();
  const heightOf = (index: number) => {
    const item = items[index];
    return typeof rowHeight === "number" || item === undefined ? 0 : dense(rowHeight(item, index));
  };
  const virtual = useVirtualRows(scroller, {
    count: items.length,
    rowHeight: typeof rowHeight === "number" ? dense(rowHeight) : heightOf,
    items,
    keyOf,
    overscan: 8,
  });
  const { rows, view } = virtual;
  const lastShown = rows.at(-1) ?? -1;
  useEffect(() => {
    if (items.length > 0 && lastShown >= items.length - endRows) onEnd?.();
  }, [lastShown, items.length, endRows, onEnd]);
  const letters = useContext(SingleKeysContext);
  const { onView } = props;
  const { first, last } = view;
  useEffect(() => onView?.(first, last + 1), [first, last, onView]);
  useFirstRow(scroller, props.scope, () => {
    setOwn(0);
    props.onActiveChange?.(0);
  });
  useScrollTop(scroller, props.initialTop ?? 0, props.onTop);
  const { selectedKey, revealSelected = false } = props;
  const revealKey = useEffectEvent((key: string | number) => {
    const index = items.findIndex((item, i) => itemKey(item, i) === key);
    if (index >= 0) virtual.show(index, "nearest");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have it elsewhere
  useEffect(() => {
    if (!revealSelected || selectedKey === undefined) return;
    revealKey(selectedKey);
  }, [revealSelected, selectedKey, items]);

  const followLink = (index: number, ctrlKey: boolean) => {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey });
    scroller.current?.querySelector(`[data-index="${index}"] a`)?.dispatchEvent(click);
  };
  const move = (index: number) => {
    setOwn(index);
    props.onActiveChange?.(index);
    // Upwards to the first row below a heading, the heading is shown too.
    virtual.show(index < active && isHeadingAt(index - 1) ? index - 1 : index, "nearest");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const item = items[active];
    if (event.target !== event.currentTarget || item === undefined) return;
    if (props.onKey?.(event, item, active)) return event.preventDefault();
    if (event.key === "Enter") {
      event.preventDefault();
      const newTab = event.ctrlKey || event.metaKey;
      return props.onOpen ? props.onOpen(item, active, { newTab }) : followLink(active, newTab);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedIndex(event.key, active, items.length, Math.max(1, last - first - 1), letters);
    if (next === null) return;
    event.preventDefault();
    move(pastHeadings(active, next, items.length, isHeadingAt));
  };
  const option = role === "listbox";
  const shown = rows.includes(active);
  // The role decides which attributes are valid, so they are collected here. Both roles are reachable by keyboard.
  const behaviour = {
    role,
    "aria-label": props.label,
    "aria-activedescendant": option && shown ? `${id}-${active}` : undefined,
    tabIndex: 0,
    onKeyDown,
  };
  const rowBehaviour = (item: T, row: number) => {
    if (option && isHeadingAt(row)) return { role: "presentation" };
    return {
      role: option ? "option" : "listitem",
      // The active row is not a selected one: see `aria-activedescendant`.
      "aria-selected": option && selectedKey !== undefined ? keyOf(row) === selectedKey : undefined,
      "aria-posinset": row + 1,
      "aria-setsize": props.total ?? items.length,
      onClick: (event: MouseEvent) => {
        move(row);
        if (option) props.onOpen?.(item, row, { newTab: event.ctrlKey || event.metaKey });
      },
      onAuxClick: (event: MouseEvent) => {
        if (option && event.button === 1) props.onOpen?.(item, row, { newTab: true });
      },
    };
  };
  return (
    <div ref={scroller} className={cx(styles.list, props.className)} {...behaviour}>
      <div ref={virtual.sizer} className={styles.sizer} role="presentation">
        {rows.map((row) => {
          const item = items[row];
          if (item === undefined) return null;
          const transform = `translateY(${virtual.topOf(row)}px)`;
          const key = keyOf(row);
          return (
            <div
              key={key}
              id={`${id}-${row}`}
              ref={props.measure ? virtual.measured : undefined}
              data-index={row}
              className={cx(
                styles.row,
                row === active && styles.active,
                key === selectedKey && styles.selected,
              )}
              style={props.measure ? { transform } : { transform, height: virtual.heightOf(row) }}
              {...rowBehaviour(item, row)}
            >
              {props.renderItem(item, row, row === active)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Milliseconds without scrolling after which the position is reported. */
const scrollReportDelayMs = 100;

/** Scrolls to where a list was left, and reports where it is. */
function useScrollTop(
  scroller: RefObject<HTMLElement | null>,
  initial: number,
  onTop: ((top: number) => void) | undefined,
): void {
  const first = useRef(initial);
  const report = useEffectEvent((top: number) => onTop?.(top));
  const reports = onTop !== undefined;
  useLayoutEffect(() => {
    if (scroller.current && first.current > 0) scroller.current.scrollTop = first.current;
  }, [scroller]);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame || !reports) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reportNow = () => {
      timer = undefined;
      report(frame.scrollTop);
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(reportNow, scrollReportDelayMs);
    };
    // A reload right after scrolling.
    const onHide = () => {
      if (timer !== undefined) reportNow();
    };
    frame.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pagehide", onHide);
    return () => {
      clearTimeout(timer);
      frame.removeEventListener("scroll", onScroll);
      window.removeEventListener("pagehide", onHide);
    };
  }, [scroller, reports]);
}
