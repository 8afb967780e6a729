import { type RefObject, useEffect, useRef } from "react";
import { betweenMarks, rowsOfLines } from "./scroll-marks.ts";

/**
 * Scrolls the text and its preview together, both ways: the pane under the pointer or with the focus leads. Blocks of the
 * preview with a known line are aligned exactly; between them, and for formats without lines, in proportion.
 */
export function useScrollTogether(
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
  text: string,
): void {
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const source = area.current;
    const target = preview.current;
    if (!source || !target) return;
    let leader: HTMLElement = source;
    let frame = 0;
    const lead = ({ currentTarget }: Event) => {
      leader = currentTarget as HTMLElement;
    };
    const follow = ({ currentTarget }: Event) => {
      if (currentTarget !== leader || frame) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const marks = marksOf(source, target, latest.current);
        if (leader === source) target.scrollTop = betweenMarks(marks, source.scrollTop);
        else
          source.scrollTop = betweenMarks(
            marks.map(([a, b]) => [b, a]),
            target.scrollTop,
          );
      });
    };
    const panes = [source, target];
    const leads = ["pointerenter", "pointerdown", "wheel", "focusin", "keydown"];
    for (const pane of panes) {
      pane.addEventListener("scroll", follow, { passive: true });
      for (const name of leads) pane.addEventListener(name, lead, { passive: true });
    }
    return () => {
      cancelAnimationFrame(frame);
      for (const pane of panes) {
        pane.removeEventListener("scroll", follow);
        for (const name of leads) pane.removeEventListener(name, lead);
      }
    };
  }, [area, preview]);
}

/** Pairs of scroll positions of text and preview that belong together, ascending; the ends of both among them. */
function marksOf(
  source: HTMLTextAreaElement,
  target: HTMLElement,
  text: string,
): (readonly [number, number])[] {
  const top = target.getBoundingClientRect().top - target.scrollTop;
  const lines = [...target.querySelectorAll<HTMLElement>("[data-line]")];
  const ends: [number, number] = [
    source.scrollHeight - source.clientHeight,
    target.scrollHeight - target.clientHeight,
  ];
  const rows = lines.length > 0 ? rowsOfLines(text, columnsOf(source)) : [];
  const height = Number.parseFloat(getComputedStyle(source).lineHeight) || 20;
  const marks = lines.flatMap((element): (readonly [number, number])[] => {
    const row = rows[Number(element.dataset.line) - 1];
    const mark = [(row ?? 0) * height, element.getBoundingClientRect().top - top] as const;
    return row === undefined || mark[0] >= ends[0] || mark[1] >= ends[1] ? [] : [mark];
  });
  return [[0, 0], ...marks, ends];
}

/** Characters per row of the text area, which has a monospaced font. */
function columnsOf(area: HTMLTextAreaElement): number {
  const computed = getComputedStyle(area);
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return 80;
  context.font = `${computed.fontSize} ${computed.fontFamily}`;
  const width =
    area.clientWidth - Number.parseFloat(computed.paddingLeft) - Number.parseFloat(computed.paddingRight);
  return Math.max(1, Math.floor(width / context.measureText("m").width));
}
