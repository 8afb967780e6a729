import { EllipsisVertical } from "lucide-react";
import { Children, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import { Popover } from "../overlays/popover.tsx";
import styles from "./folding-row.module.css";

interface FoldingRowProps {
  /** Name of the button, and of the panel, with the tools that have no room. */
  readonly label: string;
  /** Tools, the most important ones first. */
  readonly children: ReactNode;
}

/** Tools in one line that never wraps: the last ones are in a panel while there is no room for them. */
export function FoldingRow({ label, children }: FoldingRowProps) {
  const tools = Children.toArray(children);
  const row = useRef<HTMLDivElement>(null);
  const widths = useRef<number[]>([]);
  const [fitting, setFitting] = useState({ of: tools.length, count: tools.length });
  // All are in the line for a moment when there are others, so that they can be measured.
  const count = fitting.of === tools.length ? fitting.count : tools.length;
  // Each time: the words of a tool may be others.
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      for (const [index, tool] of [...element.querySelectorAll<HTMLElement>(`.${styles.tool}`)].entries())
        widths.current[index] = tool.offsetWidth;
      const measured = widths.current.slice(0, tools.length);
      const next = { of: tools.length, count: countFitting(measured, element.clientWidth) };
      setFitting((was) => (was.of === next.of && was.count === next.count ? was : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <div ref={row} className={styles.row}>
      {tools.slice(0, count).map((tool, index) => (
        <span key={keyOf(tool, index)} className={styles.tool}>
          {tool}
        </span>
      ))}
      {count < tools.length ? (
        <Popover
          label={label}
          align="end"
          trigger={<IconButton label={label} icon={EllipsisVertical} size="s" />}
        >
          <div className={styles.panel}>{tools.slice(count)}</div>
        </Popover>
      ) : null}
    </div>
  );
}

const keyOf = (tool: ReturnType<typeof Children.toArray>[number], index: number) =>
  typeof tool === "object" && "key" in tool ? tool.key : index;

/** Pixels between tools, and of the button for the others. */
const gap = 4;
const moreWidth = 28;

/** Returns how many tools of these widths fit into a line, with a button for the others where they do not all fit. */
export function countFitting(widths: readonly number[], room: number): number {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.length;
  let used = moreWidth;
  let count = 0;
  for (const width of widths) {
    used += width + gap;
    if (used > room) break;
    count++;
  }
  return count;
}
