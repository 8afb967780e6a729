import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { SelectableRow, useSelectableList } from "../../features/bulk/selectable-row.tsx";
import {
  actionsOf,
  jobActions,
  runWithVariables,
  takesVariables,
  useRunJobAction,
} from "../../features/ci/ci-actions.ts";
import { StatusBadge, StatusIcon } from "../../features/ci/ci-status.tsx";
import { failureText, jobsText } from "../../features/ci/ci-texts.ts";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import type { Stage } from "../../features/ci/group-jobs.ts";
import type { Downstream } from "../../features/ci/use-downstream.ts";
import { useRunJobDialog } from "../../features/ci/use-run-job-dialog.tsx";
import { openTab } from "../../state/tabs.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { type RowSelection, useRowSelection } from "../../ui/lists/row-selection.ts";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatSeconds, RelativeTime } from "../../ui/values/time.tsx";
import { JobBulkBar } from "./job-bulk-bar.tsx";
import styles from "./jobs.module.css";

interface JobListProps {
  readonly account: string;
  readonly project: string;
  readonly rows: readonly JobListRow[];
  /** Whether the user may retry, cancel, run and erase. */
  readonly mayAct: boolean;
  /** Filter of the jobs, where they have one. */
  readonly scope?: string;
  readonly onEnd?: () => void;
}

export const jobRowHeight = 46;
const heights = { head: 36, job: jobRowHeight } as const;

/** Jobs in groups; Space, Shift and Ctrl select several for bulk actions. */
export function JobList({ account, project, rows, mayAct, scope = "", onEnd }: JobListProps) {
  const router = useRouter();
  const jobRows = useMemo(() => rows.filter((row) => row.kind === "job"), [rows]);
  const order = useMemo(() => jobRows.map(({ key }) => key), [jobRows]);
  const selection = useRowSelection(order);
  const list = useSelectableList({
    rows,
    selection,
    all: jobsText(order.length),
    keysOf: (row) => (row.kind === "job" ? [row.key] : row.jobs.map(({ id }) => id)),
    isHeading: ({ kind }) => kind === "head",
  });
  const chosen = jobRows
    .filter(({ key }) => selection.selected.has(key))
    .map((row) => ({
      entry: { key: row.key, account, project: row.project ?? project, job: row.job },
      actions: actionsOfRow(row, project, mayAct),
    }));
  const { open, dialog } = useRunJobDialog(project);
  return (
    <div className={flow.fillColumn}>
      <VirtualList
        label="Jobs"
        role="list"
        className={layout.list ?? ""}
        items={rows}
        scope={scope}
        itemKey={(row) => row.key}
        rowHeight={(row) => heights[row.kind]}
        {...list}
        onOpen={(row, _, { newTab }) => {
          if (row.kind !== "job") return;
          const href = hrefOf(account, project, row);
          if (href === null) return;
          if (newTab) openTab(href);
          else router.history.push(href);
        }}
        onEnd={onEnd}
        renderItem={(row) =>
          row.kind === "head" ? (
            <GroupHead account={account} project={project} group={row.group} jobs={row.jobs} />
          ) : (
            <JobRow {...{ account, project, row, mayAct, selection }} onVariables={open} />
          )
        }
      />
      <JobBulkBar chosen={chosen} selection={selection} textOf={({ job }) => job.stage ?? ""} />
      {dialog}
    </div>
  );
}

type JobRowOf = Extract<JobListRow, { kind: "job" }>;

/** Returns the actions of a row; of jobs of other projects none, where the user's role is not known here. */
function actionsOfRow(
  { job, isReplaced, started, project: own }: JobRowOf,
  project: string,
  mayAct: boolean,
) {
  if (!mayAct || (own ?? project) !== project) return [];
  return actionsOf(job, isReplaced).filter((action) => started === undefined || action !== "erase");
}

/** Returns the address of a row: that of its job, or of the pipeline which it started; null where there is none yet. */
function hrefOf(account: string, project: string, { job, started, project: own }: JobRowOf): string | null {
  if (started === undefined) return hrefs.job(account, own ?? project, job.id);
  return started?.project ? hrefs.pipeline(account, started.project, started.pipeline.id) : null;
}

interface JobRowProps {
  readonly account: string;
  readonly project: string;
  readonly row: Extract<JobListRow, { kind: "job" }>;
  readonly mayAct: boolean;
  readonly selection: RowSelection;
  /** Asks for the variables that the job is started with. */
  readonly onVariables: (job: Job) => void;
}

/** One job of a list: state, name, times and actions. */
function JobRow({ account, project, row, mayAct, selection, onVariables }: JobRowProps) {
  const { job, attempt, isReplaced, showsStage, started } = row;
  const run = useRunJobAction(row.project ?? project);
  const href = hrefOf(account, project, row);
  const actions = actionsOfRow(row, project, mayAct);
  const reason = job.status === "failed" && job.failure_reason ? failureText(job.failure_reason) : null;
  const details = [
    showsStage ? job.stage : "",
    attempt === null ? "" : `attempt ${attempt}`,
    started === undefined ? "" : started ? `started pipeline #${started.pipeline.id}` : "starts a pipeline",
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
        {href === null ? (
          <span className={cx(layout.title, styles.name)}>{job.name}</span>
        ) : (
          <AppLink className={cx(layout.title, styles.name)} href={href}>
            {job.name}
          </AppLink>
        )}
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
        {actions.length > 0 && started === undefined && takesVariables(job) ? (
          <IconButton
            writes
            label={`Run ${job.name} #${job.id} with variables`}
            icon={runWithVariables.icon}
            onClick={() => onVariables(job)}
          />
        ) : null}
        {actions.map((action) => (
          <IconButton
            writes
            key={action}
            label={`${jobActions[action].label} ${job.name} #${job.id}`}
            icon={jobActions[action].icon}
            onClick={() => void run(action, job)}
          />
        ))}
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
function GroupHead({ account, project, group, jobs }: GroupHeadProps) {
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
  if (group.kind === "downstream") {
    const { bridge, pipeline, project: own } = group.downstream;
    return (
      <h2 className={styles.head}>
        <AppLink
          className={cx(layout.title, styles.name)}
          href={hrefs.pipeline(account, own ?? project, pipeline.id)}
        >
          #{pipeline.id}
        </AppLink>
        <span className={cx(layout.ellipsis, styles.ref)}>
          {own === project ? "child pipeline" : "pipeline"} of {bridge.name}
        </span>
        {own !== project && own !== null ? (
          <bdi className={cx(layout.ellipsis, layout.secondary, styles.commit)}>{own}</bdi>
        ) : null}
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
      {job.pipeline?.source === "parent_pipeline" ? <Badge>Child pipeline</Badge> : null}
      <span className={cx(layout.ellipsis, layout.secondary, styles.commit)}>{job.commit?.title}</span>
    </h2>
  );
}

/** A row of a list of jobs: the heading of a group, or a job of it. */
export type JobListRow =
  | {
      readonly kind: "head";
      readonly key: string;
      readonly group: JobGroupHead;
      readonly jobs: readonly Job[];
    }
  | {
      readonly kind: "job";
      readonly key: number;
      readonly job: Job;
      /** Number of the attempt where the job was retried, else null. */
      readonly attempt: number | null;
      /** Whether a later attempt has replaced it. */
      readonly isReplaced: boolean;
      /** Whether no heading names its stage. */
      readonly showsStage: boolean;
      /** Full path of its project, where that may be another one than the list's. */
      readonly project?: string;
      /** The pipeline that it started, null where it has not yet; undefined for a job with a script. */
      readonly started?: Downstream | null;
    };

/** Common pipeline or stage of a group of jobs. */
type JobGroupHead =
  | { readonly kind: "pipeline"; readonly id: number; readonly job: Job }
  | { readonly kind: "downstream"; readonly downstream: Downstream }
  | { readonly kind: "stage"; readonly name: string };

/** Returns jobs as they were listed, with a heading wherever the pipeline changes. */
export function rowsByPipeline(jobs: readonly Job[]): JobListRow[] {
  const rows: JobListRow[] = [];
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last && last[0]?.pipeline?.id === job.pipeline?.id) last.push(job);
    else runs.push([job]);
  }
  for (const [index, run] of runs.entries()) {
    const [job] = run;
    const id = job?.pipeline?.id;
    if (job && id !== undefined) {
      rows.push({
        kind: "head",
        key: `pipeline ${id} ${index}`,
        group: { kind: "pipeline", id, job },
        jobs: run,
      });
    }
    for (const each of run) {
      rows.push({ kind: "job", key: each.id, job: each, attempt: null, isReplaced: false, showsStage: true });
    }
  }
  return rows;
}

/**
 * Returns the jobs of a pipeline below their stages, each with its earlier attempts below it where `showsEarlier`. `started` has the
 * pipelines of those that start one, by job, null for those that have not yet.
 */
export function rowsByStage(
  stages: readonly Stage[],
  showsEarlier: boolean,
  started: ReadonlyMap<number, Downstream | null> = new Map(),
): JobListRow[] {
  return stages.flatMap(({ name, entries }): JobListRow[] => [
    {
      kind: "head",
      key: `stage ${name}`,
      group: { kind: "stage", name },
      jobs: entries.map(({ job }) => job),
    },
    ...entries.flatMap(({ job, earlier }): JobListRow[] => [
      {
        kind: "job",
        key: job.id,
        job,
        attempt: earlier.length > 0 ? earlier.length + 1 : null,
        isReplaced: false,
        showsStage: false,
        ...(started.has(job.id) ? { started: started.get(job.id) ?? null } : {}),
      },
      ...(showsEarlier
        ? earlier.map(
            (old, index): JobListRow => ({
              kind: "job",
              key: old.id,
              job: old,
              attempt: earlier.length - index,
              isReplaced: true,
              showsStage: false,
            }),
          )
        : []),
    ]),
  ]);
}
