import { useMemo } from "react";
import layout from "../../../ui/layout.module.css";
import type { RecentJob } from "../fleet/recent-jobs.ts";
import styles from "./charts.module.css";
import { OutcomeChart, RunningChart } from "./load-chart.tsx";
import { loadSeries } from "./load-series.ts";

const spans = 40;

/** Load and failures of one runner, as far as its last jobs reach. */
export function RunnerLoad({ jobs }: { readonly jobs: readonly RecentJob[] }) {
  const series = useMemo(() => loadSeries(jobs, Date.now(), spans), [jobs]);
  if (series.length === 0) return null;
  return (
    <section className={styles.load} aria-label="Load">
      <RunningChart series={series} height={56} />
      <OutcomeChart series={series} height={56} />
      <p className={layout.small}>
        From {jobs.length === 1 ? "its only job" : `its last ${jobs.length} jobs`}.
      </p>
    </section>
  );
}
