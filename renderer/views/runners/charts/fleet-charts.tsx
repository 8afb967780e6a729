import { useMemo } from "react";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { rateText } from "../fleet/recent-jobs.ts";
import { type FleetRow, runnerName } from "../fleet/runner.ts";
import type { Reading } from "../fleet/use-needed-readings.ts";
import styles from "./charts.module.css";
import { OutcomeChart, RunningChart } from "./load-chart.tsx";
import { loadSeries } from "./load-series.ts";
import { RankedBars } from "./ranked-bars.tsx";

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
