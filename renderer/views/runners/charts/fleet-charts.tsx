import { useMemo } from "react";
import { BarChart } from "../../../ui/charts/bar-chart.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { type FleetRow, type RecentJob, rateText, runnerName } from "../fleet/fleet-row.ts";
import type { Reading } from "../fleet/read-fleet.ts";
import styles from "./charts.module.css";

interface FleetChartsProps {
  readonly account: string;
  readonly rows: readonly FleetRow[];
  readonly reading: Reading;
  readonly onOpen: (id: number) => void;
}

const spans = 72;
const ranked = 12;
/** Finished jobs below which a failure rate is not meaningful. */
const minFinished = 3;

/** Load and failures of the shown runners, from the last jobs of each. */
export function FleetCharts({ rows, reading, onOpen }: FleetChartsProps) {
  const read = useMemo(() => rows.flatMap((row) => (row.jobs ? [{ ...row, jobs: row.jobs }] : [])), [rows]);
  const series = useMemo(
    () =>
      loadSeries(
        read.flatMap(({ jobs }) => jobs.jobs),
        Date.now(),
        spans,
      ),
    [read],
  );
  const busiest = read
    .filter(({ jobs }) => jobs.jobs.length > 0)
    .toSorted((a, b) => b.jobs.running - a.jobs.running || b.jobs.jobs.length - a.jobs.jobs.length)
    .slice(0, ranked);
  const failing = read
    .filter(({ jobs }) => (jobs.failureRate ?? 0) > 0 && jobs.finished >= minFinished)
    .toSorted((a, b) => (b.jobs.failureRate ?? 0) - (a.jobs.failureRate ?? 0))
    .slice(0, ranked);
  const running = read.reduce((sum, { jobs }) => sum + jobs.running, 0);
  const failed = read.reduce((sum, { jobs }) => sum + jobs.failed, 0);
  const finished = read.reduce((sum, { jobs }) => sum + jobs.finished, 0);
  if (read.length === 0 && reading.isReading) {
    return (
      <div className={cx(flow.fillScroll, styles.page)}>
        <Skeleton lines={6} height={48} label="Loading jobs" />
      </div>
    );
  }
  const figures = [
    ["Running now", running.toLocaleString()],
    [
      "Busy runners",
      `${read.filter(({ jobs }) => jobs.running > 0).length.toLocaleString()} of ${read.length.toLocaleString()}`,
    ],
    ["Failure rate", finished === 0 ? "–" : rateText(failed / finished)],
    ["Finished jobs counted", finished.toLocaleString()],
  ] as const;
  return (
    <section className={cx(flow.fillScroll, styles.page)} aria-label="Charts">
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {series.length === 0 ? (
        <p className={layout.small}>No jobs on these runners yet</p>
      ) : (
        <>
          <div className={styles.pair}>
            <RunningChart series={series} height={120} />
            <OutcomeChart series={series} height={120} />
          </div>
          <div className={styles.pair}>
            <RankedBars
              label="Jobs per runner"
              columns={["Runner", "Recent jobs", "Running"]}
              bars={busiest.map(({ id, runner, jobs }) => ({
                id,
                name: runnerName(runner),
                value: jobs.jobs.length,
                text: String(jobs.jobs.length),
                more: String(jobs.running),
              }))}
              onOpen={onOpen}
            />
            <RankedBars
              label="Highest failure rates"
              columns={["Runner", "Failure rate", "Jobs"]}
              isFailure
              bars={failing.map(({ id, runner, jobs }) => ({
                id,
                name: runnerName(runner),
                value: jobs.failureRate ?? 0,
                text: rateText(jobs.failureRate),
                more: String(jobs.finished),
              }))}
              onOpen={onOpen}
            />
          </div>
        </>
      )}
      <p className={layout.small}>
        Counts the last 100 jobs of each runner, for {read.length.toLocaleString()} of{" "}
        {rows.length.toLocaleString()} shown runners
        {reading.failed > 0 ? `; the jobs of ${reading.failed.toLocaleString()} could not be loaded` : ""}.
        Jobs before those are not counted, so the left end of the charts is lower than the real load.
      </p>
    </section>
  );
}

interface RankedBar {
  readonly id: number;
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly more: string;
}

interface RankedBarsProps {
  readonly label: string;
  readonly columns: readonly [string, string, string];
  readonly bars: readonly RankedBar[];
  readonly isFailure?: boolean;
  readonly onOpen: (id: number) => void;
}

/** Runners by a number, as a table whose rows are bars too. */
function RankedBars({ label, columns, bars, isFailure = false, onOpen }: RankedBarsProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 0) || 1;
  return (
    <section aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      {bars.length === 0 ? (
        <p className={layout.small}>None</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, value, text, more }) => (
              <tr key={id}>
                <th scope="row">
                  <button type="button" className={styles.link} onClick={() => onOpen(id)}>
                    <bdi>{name}</bdi>
                  </button>
                </th>
                <td>
                  <span className={styles.measure}>
                    <span
                      className={cx(styles.bar, isFailure && styles.failure)}
                      style={{ width: `${(value / highest) * 100}%` }}
                      aria-hidden
                    />
                  </span>
                  {text}
                </td>
                <td>{more}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

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

/** A span of time and what happened within it. */
interface LoadBucket {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Most jobs that ran at the same time. */
  readonly peak: number;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Returns how many jobs ran at the same time, and how those that ended did, in `count` equal spans from the first start
 * to `now`. Only these jobs are counted: what ran before the oldest of them is not known. Empty where none has started.
 */
export function loadSeries(jobs: readonly RecentJob[], now: number, count: number): LoadBucket[] {
  const spans = jobs.flatMap((job) => {
    if (!job.startedAt) return [];
    const start = Date.parse(job.startedAt);
    return [{ start, end: job.finishedAt ? Date.parse(job.finishedAt) : now, status: job.status }];
  });
  if (spans.length === 0) return [];
  const first = Math.min(...spans.map(({ start }) => start));
  const width = Math.max(1, (now - first) / count);
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * width;
    const end = index === count - 1 ? now + 1 : start + width;
    const ended = spans.filter((span) => span.end >= start && span.end < end && span.status !== "running");
    return {
      start,
      end,
      peak: peakWithin(spans, start, end),
      succeeded: ended.filter(({ status }) => status === "success").length,
      failed: ended.filter(({ status }) => status === "failed").length,
    };
  });
}

/** Most spans that overlap at a moment between `from` and `to`. */
function peakWithin(
  spans: readonly { readonly start: number; readonly end: number }[],
  from: number,
  to: number,
): number {
  const edges = spans
    .filter(({ start, end }) => start < to && end >= from)
    .flatMap(({ start, end }) => [
      { at: Math.max(start, from), change: 1 },
      { at: end, change: -1 },
    ])
    // At the same moment a job ends before the next one starts.
    .sort((a, b) => a.at - b.at || a.change - b.change);
  let running = 0;
  let highest = 0;
  for (const { change } of edges) {
    running += change;
    highest = Math.max(highest, running);
  }
  return highest;
}
