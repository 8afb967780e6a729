import { useState } from "react";
import styles from "./week-chart.module.css";

/** How much happened in a week. */
export interface Week {
  /** Monday, as milliseconds. */
  readonly start: number;
  readonly count: number;
}

interface WeekChartProps {
  readonly label: string;
  readonly weeks: readonly Week[];
  /** Count that reaches the top; the greatest of the weeks unless several charts share one. */
  readonly top?: number;
  readonly height?: number;
}

const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** Bars by week. Each is named by its week for those who point or listen; the arrows step through them. */
export function WeekChart({ label, weeks, top, height = 120 }: WeekChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(1, top ?? 0, ...weeks.map(({ count }) => count));
  const shown = at === null ? undefined : weeks[at];
  const words = ({ start, count }: Week) => `${count} in the week of ${day.format(start)}`;
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {label}
        <output className={styles.value}>{shown ? words(shown) : `${total.toLocaleString()} in all`}</output>
      </figcaption>
      <div
        className={styles.bars}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={`${label} by week`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, weeks.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={shown ? words(shown) : `${total} in ${weeks.length} weeks`}
        onKeyDown={(event) => {
          const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          setAt(Math.min(weeks.length - 1, Math.max(0, (at ?? -1) + step)));
        }}
        onPointerLeave={() => setAt(null)}
      >
        {weeks.map((week, i) => (
          <span
            key={week.start}
            className={styles.slot}
            data-on={i === at}
            title={words(week)}
            onPointerEnter={() => setAt(i)}
          >
            <span className={styles.bar} style={{ height: `${(week.count / most) * 100}%` }} />
          </span>
        ))}
      </div>
      {weeks.length > 1 ? (
        <div className={styles.axis} aria-hidden>
          <span>{day.format(weeks[0]?.start)}</span>
          <span>{day.format(weeks.at(-1)?.start)}</span>
        </div>
      ) : null}
    </figure>
  );
}
