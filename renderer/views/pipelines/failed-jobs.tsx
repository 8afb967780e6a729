import { failureText } from "../../features/ci/failure-text.ts";
import type { Stage } from "../../features/ci/group-jobs.ts";
import { JobLink } from "../../features/ci/job-link.tsx";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import styles from "./pipelines.module.css";

/** Jobs listed at most. */
const maxJobs = 6;

interface FailedJobsProps {
  readonly account: string;
  readonly project: string;
  readonly stages: readonly Stage[];
}

/** The failed jobs of a pipeline with their reasons; null where none failed. */
export function FailedJobs({ account, project, stages }: FailedJobsProps) {
  const failed = stages
    .flatMap(({ entries }) => entries.map(({ job }) => job))
    .filter((job) => job.status === "failed" && !job.allow_failure);
  if (failed.length === 0) return null;
  return (
    <section className={styles.failed} aria-label="Failed jobs">
      <span className={styles.label}>
        {failed.length === 1 ? "1 job failed" : `${failed.length} jobs failed`}
      </span>
      <ul>
        {failed.slice(0, maxJobs).map((job) => (
          <li key={job.id}>
            <StatusIcon status="failed" size={14} decorative />
            <JobLink {...{ account, project }} job={job.id}>
              <span title={job.name}>{job.name}</span>
            </JobLink>
            {job.failure_reason ? <span>{failureText(job.failure_reason)}</span> : null}
          </li>
        ))}
        {failed.length > maxJobs ? <li>and {failed.length - maxJobs} more</li> : null}
      </ul>
    </section>
  );
}
