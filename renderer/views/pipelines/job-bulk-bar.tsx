import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";
import { startBulk } from "../../features/bulk/start-bulk.ts";
import { confirmJobs } from "../../features/ci/confirm-action.ts";
import { jobsText } from "../../features/ci/count-texts.ts";
import { type JobAction, jobActions } from "../../features/ci/job-actions.ts";
import type { RowKey, RowSelection } from "../../ui/row-selection.ts";
import { BulkBar } from "./bulk-bar.tsx";

/** A job in a list from which many are selected. */
export interface ChosenJob {
  /** Of its row. */
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
          await sendWrite(entry.account, operation, { id: entry.project, job_id: entry.job.id });
          return null;
        },
      })),
      onChanged() {
        for (const account of accounts) void invalidateResources(client, account, operation.changes);
      },
      onEnded: selection.keep,
    });
  };
  return (
    <BulkBar
      things="jobs"
      {...{ where, chosen, offered }}
      onAction={(action, entries) => void begin(action, entries)}
      onClear={selection.clear}
    />
  );
}
