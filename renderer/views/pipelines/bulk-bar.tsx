import { useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { confirmJobs } from "../../features/ci/confirm-action.ts";
import { type JobAction, jobActions } from "../../features/ci/job-actions.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./bulk.module.css";
import { BulkDialog } from "./bulk-dialog.tsx";

interface BulkBarProps {
  readonly project: string;
  /** The selection with its bulk actions. */
  readonly chosen: readonly { readonly job: Job; readonly actions: readonly JobAction[] }[];
  readonly onClear: () => void;
}

const order: readonly JobAction[] = ["retry", "play", "cancel", "erase"];

/** Actions on the selected jobs, each with the number of jobs that it applies to. */
export function BulkBar({ project, chosen, onClear }: BulkBarProps) {
  const [running, setRunning] = useState<{
    readonly action: JobAction;
    readonly jobs: readonly Job[];
  } | null>(null);
  const begin = async (action: JobAction, jobs: readonly Job[]) => {
    if (!(await confirmJobs(action, jobs))) return;
    setRunning({ action, jobs });
  };
  const offered = order.flatMap((action) => {
    const jobs = chosen.flatMap((entry) => (entry.actions.includes(action) ? [entry.job] : []));
    return jobs.length > 0 ? [{ action, jobs }] : [];
  });
  return (
    <>
      {chosen.length > 0 ? (
        <section className={styles.bar} aria-label="Selected jobs">
          <span className={styles.count}>{chosen.length.toLocaleString()} selected</span>
          {offered.map(({ action, jobs }) => (
            <Button key={action} icon={jobActions[action].icon} onClick={() => void begin(action, jobs)}>
              {jobActions[action].label} {jobs.length.toLocaleString()}
            </Button>
          ))}
          {offered.length === 0 ? <span>Nothing can be done to these jobs.</span> : null}
          <span className={styles.spring} />
          <Button variant="ghost" onClick={onClear}>
            Clear selection
          </Button>
        </section>
      ) : null}
      {running ? (
        <BulkDialog
          project={project}
          action={running.action}
          jobs={running.jobs}
          onClose={() => {
            setRunning(null);
            onClear();
          }}
        />
      ) : null}
    </>
  );
}
