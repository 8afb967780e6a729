import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { SelectableRow } from "../../features/bulk/selectable-row.tsx";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { failureText } from "../../features/ci/failure-text.ts";
import { actionsOf, type JobAction, jobActions } from "../../features/ci/job-actions.ts";
import { JobLink } from "../../features/ci/job-link.tsx";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { useRunJobAction } from "../../features/ci/use-run-job-action.ts";
import { cx } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { RowSelection } from "../../ui/row-selection.ts";
import styles from "./ci-view.module.css";
import type { ChosenJob } from "./job-bulk-bar.tsx";

interface AccountJobRowProps {
  readonly entry: ChosenJob;
  readonly selection: RowSelection;
}

/** A job of a list over many projects: name, pipeline, commit and failure reason. */
export function AccountJobRow({ entry, selection }: AccountJobRowProps) {
  const { key, account, project, job } = entry;
  const run = useRunJobAction(project);
  const [action] = openActionsOf(job);
  const { pipeline } = job;
  return (
    <SelectableRow
      selection={selection}
      rowKey={key}
      label={`Select ${job.name} #${job.id}`}
      className={styles.row}
    >
      <StatusIcon status={job.status} allowFailure={job.allow_failure} size={18} />
      <span className={styles.text}>
        <span className={styles.line}>
          <JobLink className={styles.name} {...{ account, project }} job={job.id}>
            {job.name}
          </JobLink>
          <span className={styles.commit}>{job.commit?.title}</span>
        </span>
        <span className={cx(layout.small, styles.meta)}>
          {pipeline ? (
            <AppLink href={hrefs.pipeline(account, project, pipeline.id)}>#{pipeline.id}</AppLink>
          ) : null}
          {job.ref ? <bdi>{job.ref}</bdi> : null}
          {job.failure_reason ? (
            <span className={styles.reason}>{failureText(job.failure_reason)}</span>
          ) : null}
        </span>
      </span>
      <span className={styles.cell}>
        <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
      </span>
      <span className={styles.cell}>
        <RelativeTime time={job.finished_at ?? job.started_at ?? job.created_at ?? ""} />
      </span>
      <span className={styles.action}>
        {action ? (
          <IconButton
            label={`${jobActions[action].label} ${job.name} #${job.id}`}
            icon={jobActions[action].icon}
            onClick={() => void run(action, job)}
          />
        ) : null}
      </span>
    </SelectableRow>
  );
}

/** Returns the actions of a job in a list of what failed or runs: none that removes what has to be read. */
export const openActionsOf = (job: Job): JobAction[] => actionsOf(job).filter((name) => name !== "erase");
