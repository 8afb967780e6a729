import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Select, type SelectProps } from "../forms/select.tsx";
import styles from "./folding-choice.module.css";

interface FoldingChoiceProps<V extends string>
  extends Pick<SelectProps<V>, "label" | "value" | "onChange" | "options"> {
  /** One element with all values side by side. */
  readonly children: ReactNode;
}

/**
 * One of a few values, side by side: a select where they have no room in one line. They are in the page then, too, but
 * not seen, so that their width is known when there is room again.
 */
export function FoldingChoice<V extends string>({ children, ...choice }: FoldingChoiceProps<V>) {
  const line = useRef<HTMLDivElement>(null);
  const [isFolded, setFolded] = useState(false);
  useLayoutEffect(() => {
    const room = line.current;
    const values = room?.firstElementChild;
    if (!room || !(values instanceof HTMLElement)) return;
    const measure = () => {
      // A line that is not laid out, such as a hidden tab's, has no width.
      if (room.clientWidth > 0) setFolded(values.offsetWidth > room.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    observer.observe(values);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles.choice}>
      <div ref={line} className={isFolded ? styles.measured : styles.line}>
        {children}
      </div>
      {isFolded ? <Select {...choice} hideLabel /> : null}
    </div>
  );
}
