import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { failureText } from "../../../features/ci/failure-text.ts";
import { JobLink } from "../../../features/ci/job-link.tsx";
import { StatusIcon } from "../../../features/ci/status-badge.tsx";
import { useAccountLabel } from "../../../state/account-label.ts";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import styles from "./work.module.css";

interface FailedJobRowProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** A job that failed, of which commit, and why. */
export function FailedJobRow({ account, project, job }: FailedJobRowProps) {
  const label = useAccountLabel()(account);
  return (
    <JobLink account={account} project={project} job={job.id} className={styles.row}>
      <StatusIcon status={job.status} />
      <span className={styles.text}>
        <span className={layout.title}>{job.name}</span>
        <span className={layout.meta}>
          {project}
          {label ? ` · ${label}` : ""}
          {job.commit ? ` · ${job.commit.title}` : ""}
          {job.failure_reason ? ` · ${failureText(job.failure_reason)}` : ""}
        </span>
      </span>
      <span className={styles.time}>
        <RelativeTime time={job.finished_at ?? job.created_at ?? ""} />
      </span>
    </JobLink>
  );
}

/** A watched job or pipeline and how it is. */
export function WatchRow({ watch }: { readonly watch: Watch }) {
  const { accountId: account, project, id, kind, name, ref, status, addedAt, endedAt } = watch;
  const label = useAccountLabel()(account);
  const inside = (
    <>
      <StatusIcon status={status ?? "created"} />
      <span className={styles.text}>
        <span className={layout.title}>{name}</span>
        <span className={layout.meta}>
          {project}
          {label ? ` · ${label}` : ""}
          {ref ? ` · ${ref}` : ""}
        </span>
      </span>
      <span className={styles.time}>
        <RelativeTime time={endedAt ?? addedAt} />
      </span>
    </>
  );
  return kind === "job" ? (
    <JobLink account={account} project={project} job={id} className={styles.row}>
      {inside}
    </JobLink>
  ) : (
    <AppLink href={hrefs.pipeline(account, project, id)} className={styles.row}>
      {inside}
    </AppLink>
  );
}
