import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { ElapsedTime } from "../../../features/ci/elapsed-time.tsx";
import { cx } from "../../../ui/class-names.ts";
import layout from "../../../ui/layout.module.css";
import type { RecentJob } from "../fleet/recent-jobs.ts";
import { rateText } from "../fleet/recent-jobs.ts";
import type { FleetRow } from "../fleet/runner.ts";
import styles from "./cells.module.css";
import { UnreadCell } from "./unread-cell.tsx";

interface JobCellProps {
  readonly account: string;
  readonly row: FleetRow;
  readonly active: boolean;
}

/** The job that runs now, with a link; how many more run beside it. */
export function JobCell({ account, row, active }: JobCellProps) {
  if (!row.jobs) return <UnreadCell row={row} />;
  const { current, running } = row.jobs;
  if (!current) return <span className={layout.muted}>Idle</span>;
  return (
    <div className={styles.two}>
      <RunnerJobLink account={account} job={current} tabIndex={active ? 0 : -1} />
      <span className={cx(layout.meta, layout.small)}>
        <ElapsedTime start={current.startedAt} end={current.finishedAt} />
        {running > 1 ? ` · ${running - 1} more` : ""}
        {current.project ? ` · ${current.project}` : ""}
      </span>
    </div>
  );
}

interface RunnerJobLinkProps {
  readonly account: string;
  readonly job: RecentJob;
  readonly tabIndex?: number;
}

/** A job's name and number; a link where its project is known. */
export function RunnerJobLink({ account, job, tabIndex }: RunnerJobLinkProps) {
  const text = (
    <>
      {job.name} <span className={layout.muted}>#{job.id}</span>
    </>
  );
  if (!job.project) return <span className={layout.title}>{text}</span>;
  return (
    <AppLink
      href={hrefs.job(account, job.project, job.id)}
      className={cx(layout.ellipsis, styles.link)}
      tabIndex={tabIndex}
    >
      {text}
    </AppLink>
  );
}

/** Failures of the last jobs: a share, as a bar and in words. */
export function FailureCell({ row }: { readonly row: FleetRow }) {
  if (!row.jobs) return <UnreadCell row={row} />;
  const { failed, finished, failureRate } = row.jobs;
  if (failureRate === null) return <span className={layout.muted}>No jobs</span>;
  return (
    <span className={styles.failure} title={`${failed} of the last ${finished} finished jobs failed`}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${failureRate * 100}%` }} />
      </span>
      <span>{rateText(failureRate)}</span>
      <span className={layout.muted}>of {finished}</span>
    </span>
  );
}
