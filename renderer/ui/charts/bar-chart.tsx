import { useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import styles from "./bar-chart.module.css";

/** One bar; its failed part has a colour of its own. */
interface Bar {
  readonly key: number;
  readonly value: number;
  /** At most `value`. */
  readonly failed?: number;
  /** Label of the bar. */
  readonly words: string;
}

interface BarChartProps
  extends Optional<{
    /** Value that reaches the top; the greatest unless several charts share one. */
    top: number;
    height: number;
    /** Texts below the first and the last bar. */
    axisLabels: readonly [string, string];
  }> {
  readonly label: string;
  /** Summary, shown while no bar is hovered. */
  readonly summary: string;
  /** Name for assistive technology, such as "Commits by week". */
  readonly name: string;
  /** Summary for assistive technology; `summary` where left out. */
  readonly spoken?: string;
  readonly bars: readonly Bar[];
}

/** Bars over time. The value of one is shown on hover and with the arrow keys. */
export function BarChart({
  label,
  summary,
  name,
  spoken,
  bars,
  top,
  height = 120,
  axisLabels,
}: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const highest = Math.max(1, top ?? 0, ...bars.map(({ value }) => value));
  const shown = at === null ? undefined : bars[at];
  const share = (value: number) => ({ height: `${(value / highest) * 100}%` });
  return (
    <figure>
      <figcaption className={styles.caption}>
        {label}
        <output className={styles.value}>{shown ? shown.words : summary}</output>
      </figcaption>
      <div
        className={styles.bars}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={shown ? shown.words : (spoken ?? summary)}
        onKeyDown={(event) => {
          const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          setAt(Math.min(bars.length - 1, Math.max(0, (at ?? -1) + step)));
        }}
        onPointerLeave={() => setAt(null)}
      >
        {bars.map(({ key, value, failed = 0, words }, index) => (
          <span
            key={key}
            className={styles.slot}
            data-on={index === at}
            title={words}
            onPointerEnter={() => setAt(index)}
          >
            <span className={styles.bar} style={share(value - failed)} />
            {failed > 0 ? <span className={styles.failed} style={share(failed)} /> : null}
          </span>
        ))}
      </div>
      {axisLabels ? (
        <div className={styles.axis} aria-hidden>
          <span>{axisLabels[0]}</span>
          {bars.some(({ failed }) => failed) ? (
            <span className={styles.legend}>
              <i className={styles.bar} />
              Passed
              <i className={styles.failed} />
              Failed
            </span>
          ) : null}
          <span>{axisLabels[1]}</span>
        </div>
      ) : null}
    </figure>
  );
}

/** Number of events in a week. */
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

/** Bars by week. */
export function WeekChart({ label, weeks, top, height }: WeekChartProps) {
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  return (
    <BarChart
      label={label}
      name={`${label} by week`}
      summary={`${total.toLocaleString()} total`}
      spoken={`${total} in ${weeks.length} weeks`}
      bars={weeks.map(({ start, count }) => ({
        key: start,
        value: count,
        words: `${count} in the week of ${day.format(start)}`,
      }))}
      top={top}
      height={height}
      axisLabels={
        weeks.length > 1 ? [day.format(weeks[0]?.start), day.format(weeks.at(-1)?.start)] : undefined
      }
    />
  );
}
