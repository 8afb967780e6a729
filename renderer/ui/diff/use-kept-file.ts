import { type RefObject, useLayoutEffect, useRef } from "react";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { type DiffLayout, fileIndexAt, layoutOf } from "./diff-layout.ts";

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
export function useKeptFile(input: KeptFileInput): void {
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
