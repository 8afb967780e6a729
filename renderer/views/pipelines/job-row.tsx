import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { SelectableRow } from "../../features/bulk/selectable-row.tsx";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { failureText } from "../../features/ci/failure-text.ts";
import { actionsOf, jobActions } from "../../features/ci/job-actions.ts";
import { JobLink } from "../../features/ci/job-link.tsx";
import { StatusBadge, StatusIcon } from "../../features/ci/status-badge.tsx";
import { useRunJobAction } from "../../features/ci/use-run-job-action.ts";
import { cx } from "../../ui/class-names.ts";
import { formatSeconds } from "../../ui/format-time.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { RowSelection } from "../../ui/row-selection.ts";
import type { JobGroupHead, JobListRow } from "./job-rows.ts";
import styles from "./jobs.module.css";

interface JobRowProps {
  readonly account: string;
  readonly project: string;
  readonly row: Extract<JobListRow, { kind: "job" }>;
  readonly mayAct: boolean;
  readonly selection: RowSelection;
}

/** One job of a list: state, name, times and actions. */
export function JobRow({ account, project, row, mayAct, selection }: JobRowProps) {
  const { job, attempt, isReplaced, showsStage } = row;
  const run = useRunJobAction(project);
  const reason = job.status === "failed" && job.failure_reason ? failureText(job.failure_reason) : null;
  const details = [
    showsStage ? job.stage : "",
    attempt === null ? "" : `attempt ${attempt}`,
    reason ?? "",
  ].filter(Boolean);
  return (
    <SelectableRow
      selection={selection}
      rowKey={job.id}
      label={`Select ${job.name} #${job.id}`}
      className={cx(styles.row, isReplaced && styles.replaced)}
    >
      <span className={styles.wide}>
        <StatusBadge status={job.status} allowFailure={job.allow_failure} />
      </span>
      <span className={styles.narrow}>
        <StatusIcon status={job.status} allowFailure={job.allow_failure} size={18} />
      </span>
      <span className={styles.text}>
        <JobLink className={cx(layout.title, styles.name)} {...{ account, project }} job={job.id}>
          {job.name}
        </JobLink>
        <span className={styles.meta}>
          <span>#{job.id}</span>
          {details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
          {job.erased_at ? <span>erased</span> : null}
        </span>
      </span>
      <span className={cx(styles.cell, styles.queued)}>
        {job.queued_duration == null ? null : <>queued {formatSeconds(Math.round(job.queued_duration))}</>}
      </span>
      <span className={styles.cell}>
        <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
      </span>
      <span className={cx(styles.cell, styles.time)}>
        <RelativeTime time={job.finished_at ?? job.started_at ?? job.created_at ?? ""} />
      </span>
      <span className={styles.actions}>
        {mayAct
          ? actionsOf(job, isReplaced).map((action) => (
              <IconButton
                key={action}
                label={`${jobActions[action].label} ${job.name} #${job.id}`}
                icon={jobActions[action].icon}
                onClick={() => void run(action, job)}
              />
            ))
          : null}
      </span>
    </SelectableRow>
  );
}

interface GroupHeadProps {
  readonly account: string;
  readonly project: string;
  readonly group: JobGroupHead;
  readonly jobs: readonly Job[];
}

/** The heading of a group of jobs: the stage, or the pipeline with its commit. */
export function GroupHead({ account, project, group, jobs }: GroupHeadProps) {
  if (group.kind === "stage") {
    return (
      <h2 className={styles.head}>
        <bdi className={layout.ellipsis} title={group.name}>
          {group.name}
        </bdi>{" "}
        <span className={layout.secondary}>{jobs.length}</span>
      </h2>
    );
  }
  const { job, id } = group;
  return (
    <h2 className={styles.head}>
      <AppLink className={cx(layout.title, styles.name)} href={hrefs.pipeline(account, project, id)}>
        #{id}
      </AppLink>
      {job.ref ? <bdi className={cx(layout.ellipsis, styles.ref)}>{job.ref}</bdi> : null}
      <span className={cx(layout.ellipsis, layout.secondary, styles.commit)}>{job.commit?.title}</span>
    </h2>
  );
}
