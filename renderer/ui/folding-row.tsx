import { EllipsisVertical } from "lucide-react";
import { Children, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { countFitting } from "./count-fitting.ts";
import styles from "./folding-row.module.css";
import { IconButton } from "./icon-button.tsx";
import { Popover } from "./popover.tsx";

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
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      for (const [index, tool] of [...element.querySelectorAll<HTMLElement>(`.${styles.tool}`)].entries())
        widths.current[index] = tool.offsetWidth;
      const measured = widths.current.slice(0, tools.length);
      setFitting({ of: tools.length, count: countFitting(measured, element.clientWidth) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tools.length]);
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
