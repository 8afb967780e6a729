import { BarChart } from "./bar-chart.tsx";

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
      {...(top === undefined ? {} : { top })}
      {...(height === undefined ? {} : { height })}
      axisLabels={
        weeks.length > 1 ? [day.format(weeks[0]?.start), day.format(weeks.at(-1)?.start)] : undefined
      }
    />
  );
}
