import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Scrolls the text and its preview together, both ways: the pane under the pointer or with the focus leads. Blocks of the
 * preview with a known line are aligned exactly; between them, and for formats without lines, in proportion.
 */
export function useScrollTogether(
  area: RefObject<HTMLTextAreaElement | null>,
  preview: RefObject<HTMLElement | null>,
  text: string,
): void {
  const currentMarks = useEffectEvent((source: HTMLTextAreaElement, target: HTMLElement) =>
    marksOf(source, target, text),
  );
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
        const marks = currentMarks(source, target);
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
    const textTop = (row ?? 0) * height;
    const previewTop = element.getBoundingClientRect().top - top;
    return row === undefined || textTop >= ends[0] || previewTop >= ends[1] ? [] : [[textTop, previewTop]];
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

/** Row on which each line of a text begins, where rows have this many columns and long lines wrap. */
export function rowsOfLines(text: string, columns: number): number[] {
  const rows: number[] = [];
  let row = 0;
  for (const line of text.split("\n")) {
    rows.push(row);
    row += Math.max(1, Math.ceil(line.length / columns));
  }
  return rows;
}

/** The second position for a first one, in proportion between the pairs around it. Pairs ascend. */
export function betweenMarks(marks: readonly (readonly [number, number])[], at: number): number {
  let [before, after] = [marks[0] ?? [0, 0], marks.at(-1) ?? [0, 0]];
  for (const mark of marks) {
    if (mark[0] <= at && mark[0] >= before[0]) before = mark;
    if (mark[0] > at) {
      after = mark;
      break;
    }
  }
  const span = after[0] - before[0];
  return span <= 0 ? before[1] : before[1] + ((at - before[0]) / span) * (after[1] - before[1]);
}
