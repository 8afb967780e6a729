import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { TraceEnd } from "../../../../shared/host/traces.ts";
import { cx } from "../../../ui/class-names.ts";
import ansi from "./ansi.module.css";
import { LineText } from "./line-text.ts";
import styles from "./log-end.module.css";

interface LogEndProps {
  readonly end: TraceEnd;
  /** Height of a line in pixels. */
  readonly rowPx: number;
  readonly isWrapped: boolean;
}

const focusable = { tabIndex: 0 };

/** The last lines of a log, below those that are read so far. They have no numbers yet. */
export function LogEnd({ end, rowPx, isWrapped }: LogEndProps) {
  const lines = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have another end
  useLayoutEffect(() => {
    lines.current?.scrollTo({ top: lines.current.scrollHeight });
  }, [end]);
  return (
    <section className={styles.end} aria-label="End of the log">
      <h2 className={styles.title}>End of the log</h2>
      <div
        ref={lines}
        className={cx(styles.lines, ansi.palette, isWrapped && styles.wrapped)}
        style={{ "--row": `${rowPx}px` } as CSSProperties}
        {...focusable}
      >
        {end.lines.map(({ number, spans }) => (
          <div key={number} className={styles.line}>
            <LineText spans={spans} />
          </div>
        ))}
      </div>
    </section>
  );
}
