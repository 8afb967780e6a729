import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { BulkBar } from "../../features/bulk/bulk-bar.tsx";
import { startBulk } from "../../features/bulk/bulk-run.ts";
import { confirmJobs, type JobAction, jobActions } from "../../features/ci/ci-actions.ts";
import { jobsText } from "../../features/ci/ci-texts.ts";
import type { RowKey, RowSelection } from "../../ui/lists/row-selection.ts";

/** A job in a list from which many are selected. */
export interface ChosenJob {
  readonly key: RowKey;
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly job: Job;
}

interface JobBulkBarProps {
  /** Names of the accounts that the jobs are of, where there are several. */
  readonly where?: string;
  readonly chosen: readonly { readonly entry: ChosenJob; readonly actions: readonly JobAction[] }[];
  readonly selection: RowSelection;
  /** Text beside the name of a job. */
  readonly textOf: (chosen: ChosenJob) => string;
}

const order: readonly JobAction[] = ["retry", "play", "cancel", "erase"];
const offered = order.map((action) => ({ action, ...jobActions[action] }));

/** Actions on the selected jobs, of one account or of several. */
export function JobBulkBar({ where = "", chosen, selection, textOf }: JobBulkBarProps) {
  const client = useQueryClient();
  const begin = async (action: JobAction, entries: readonly ChosenJob[]) => {
    const jobs = entries.map(({ job }) => job);
    if (!(await confirmJobs(action, jobs))) return;
    const { label, done, operation } = jobActions[action];
    const writes = createWriteFlow(client);
    const accounts = [...new Set(entries.map(({ account }) => account))];
    const [only = null, another] = accounts;
    startBulk({
      account: another === undefined ? only : null,
      title: `${label} ${jobsText(jobs.length)}`,
      done,
      count: jobsText,
      tasks: entries.map((entry) => ({
        key: entry.key,
        id: entry.job.id,
        name: entry.job.name,
        text: textOf(entry),
        async perform() {
          await writes.send(entry.account, operation, { id: entry.project, job_id: entry.job.id });
          return null;
        },
      })),
      writes,
      onEnded: selection.keep,
    });
  };
  return (
    <BulkBar
      things="jobs"
      where={where}
      chosen={chosen}
      offered={offered}
      onAction={(action, entries) => void begin(action, entries)}
      onClear={selection.clear}
    />
  );
}
