import { BarChart } from "../../../ui/charts/bar-chart.tsx";
import type { LoadBucket } from "./load-series.ts";

interface LoadChartProps {
  readonly series: readonly LoadBucket[];
  readonly height?: number;
}

const moment = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const axisLabels = (series: readonly LoadBucket[]) =>
  [moment.format(series[0]?.start), moment.format(series.at(-1)?.end)] as const;

/** Number of jobs that ran at the same time. */
export function RunningChart({ series, height = 72 }: LoadChartProps) {
  const highest = Math.max(0, ...series.map(({ peak }) => peak));
  return (
    <BarChart
      label="Running jobs"
      name="Running jobs over time"
      summary={`Peak: ${highest.toLocaleString()} at once`}
      bars={series.map(({ start, peak }) => ({
        key: start,
        value: peak,
        words: `${peak} at ${moment.format(start)}`,
      }))}
      height={height}
      axisLabels={axisLabels(series)}
    />
  );
}

/** Number of jobs that ended, and of those that failed. */
export function OutcomeChart({ series, height = 72 }: LoadChartProps) {
  const failed = series.reduce((sum, bucket) => sum + bucket.failed, 0);
  const ended = failed + series.reduce((sum, bucket) => sum + bucket.succeeded, 0);
  return (
    <BarChart
      label="Finished jobs"
      name="Finished and failed jobs over time"
      summary={`${failed.toLocaleString()} of ${ended.toLocaleString()} failed`}
      bars={series.map((bucket) => ({
        key: bucket.start,
        value: bucket.succeeded + bucket.failed,
        failed: bucket.failed,
        words: `${bucket.failed} of ${bucket.succeeded + bucket.failed} failed, ${moment.format(bucket.start)}`,
      }))}
      height={height}
      axisLabels={axisLabels(series)}
    />
  );
}
