import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";
import { startBulk } from "../../features/bulk/start-bulk.ts";
import { confirmJobs } from "../../features/ci/confirm-action.ts";
import { jobsText } from "../../features/ci/count-texts.ts";
import { type JobAction, jobActions } from "../../features/ci/job-actions.ts";
import type { RowSelection } from "../../ui/row-selection.ts";
import { BulkBar } from "./bulk-bar.tsx";

interface ChosenJob {
  /** Full path. */
  readonly project: string;
  readonly job: Job;
}

interface JobBulkBarProps {
  /** Name of the account, where several have a bar. */
  readonly accountName?: string;
  readonly chosen: readonly { readonly entry: ChosenJob; readonly actions: readonly JobAction[] }[];
  readonly selection: RowSelection;
  /** Text beside the name of a job. */
  readonly textOf: (chosen: ChosenJob) => string;
}

const order: readonly JobAction[] = ["retry", "play", "cancel", "erase"];
const offered = order.map((action) => ({ action, ...jobActions[action] }));

/** Actions on the selected jobs of an account; their keys are their ids. */
export function JobBulkBar({ accountName, chosen, selection, textOf }: JobBulkBarProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const begin = async (action: JobAction, entries: readonly ChosenJob[]) => {
    const jobs = entries.map(({ job }) => job);
    if (!(await confirmJobs(action, jobs))) return;
    const { label, done, operation } = jobActions[action];
    startBulk({
      account,
      title: `${label} ${jobsText(jobs.length)}`,
      done,
      count: jobsText,
      tasks: entries.map((entry) => ({
        key: entry.job.id,
        id: entry.job.id,
        name: entry.job.name,
        text: textOf(entry),
        async perform() {
          await sendWrite(account, operation, { id: entry.project, job_id: entry.job.id });
          return null;
        },
      })),
      onChanged: () => void invalidateResources(client, account, operation.changes),
      onEnded: selection.keep,
    });
  };
  return (
    <BulkBar
      things="jobs"
      account={accountName}
      {...{ chosen, offered }}
      onAction={(action, entries) => void begin(action, entries)}
      onClear={selection.clear}
    />
  );
}
