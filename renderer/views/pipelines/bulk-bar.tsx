import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { startBulk } from "../../features/bulk/bulk-run.ts";
import { confirmJobs, type JobAction, jobActions } from "../../features/ci/ci-actions.ts";
import { jobsText } from "../../features/ci/ci-texts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { RowKey, RowSelection } from "../../ui/lists/row-selection.ts";
import type { IconType } from "../../ui/marks/icon.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./pipelines.module.css";

/** A thing in a selection with its bulk actions. */
interface Chosen<T, A> {
  readonly entry: T;
  readonly actions: readonly A[];
}

interface BulkBarProps<T, A extends string> {
  /** Plural of the selected things, such as "jobs". */
  readonly things: string;
  /** Names of their accounts, shown beside their number; empty for one account. */
  readonly where?: string;
  readonly chosen: readonly Chosen<T, A>[];
  /** Actions in the order of their buttons. */
  readonly offered: readonly { readonly action: A; readonly label: string; readonly icon: IconType }[];
  readonly onAction: (action: A, entries: readonly T[]) => void;
  readonly onClear: () => void;
}

/** Actions on what is selected, each with the number that it applies to; nothing without a selection. */
export function BulkBar<T, A extends string>({
  things,
  where,
  chosen,
  offered,
  onAction,
  onClear,
}: BulkBarProps<T, A>) {
  if (chosen.length === 0) return null;
  const buttons = offered.flatMap(({ action, label, icon }) => {
    const entries = chosen.flatMap(({ entry, actions }) => (actions.includes(action) ? [entry] : []));
    return entries.length > 0
      ? [
          <Button writes key={action} icon={icon} onClick={() => onAction(action, entries)}>
            {label} {entries.length.toLocaleString()}
          </Button>,
        ]
      : [];
  });
  return (
    <section className={styles.bar} aria-label={`Selected ${things}`}>
      <span className={styles.count}>{chosen.length.toLocaleString()} selected</span>
      {where ? <span className={layout.muted}>{where}</span> : null}
      {buttons.length > 0 ? buttons : <span>No actions for these {things}.</span>}
      <span className={flow.grow} />
      <Button variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}

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
