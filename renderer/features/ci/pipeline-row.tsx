import { useRouter } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useOperation } from "../../api/use-operation.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import type { RowSelection } from "../../ui/lists/row-selection.ts";
import { Icon } from "../../ui/marks/icon.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel } from "../../ui/overlays/menu-item.tsx";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { SelectableRow } from "../bulk/selectable-row.tsx";
import { actionsOfPipeline, pipelineActions, useRunPipelineAction } from "./ci-actions.ts";
import { isActiveStatus, StatusBadge, StatusIcon, statusStyle } from "./ci-status.tsx";
import { jobsText, sourceText } from "./ci-texts.ts";
import { ElapsedTime } from "./elapsed-time.tsx";
import { combinedStatus, groupByStage, type Stage, withWarnings } from "./group-jobs.ts";
import styles from "./pipeline-row.module.css";
import { usePipelineJobs } from "./use-jobs.ts";

/** Pixels of a row. */
export const pipelineRowHeight = 64;

/** Milliseconds for which a row stays in view before its jobs are read: scrolling by reads nothing. */
const restMs = 200;

interface PipelineRowProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: Pipeline;
  /** Whether the user may retry and cancel. */
  readonly mayAct: boolean;
  /** Selection of its list, where it has one. */
  readonly selection?: RowSelection;
}

/** One pipeline of a list: its state, commit and stages, how long it took, and what can be done to it. */
export function PipelineRow({ account, project, pipeline, mayAct, selection }: PipelineRowProps) {
  const { id, name, status, ref, sha, source } = pipeline;
  const hasRested = useHasLasted(true, restMs);
  const isActive = isActiveStatus(status);
  const { data: jobs, error } = usePipelineJobs(project, id, { isActive, isEnabled: hasRested });
  const shown = withWarnings(status, jobs ?? []);
  const run = useRunPipelineAction(project);
  const hasNoJobs = jobs?.length === 0;
  const alone = useOperation(getCommit, hasNoJobs ? { id: project, sha } : null, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const commit = jobs?.find((job) => job.commit)?.commit ?? alone.data;
  // The number is a title only where there is no other: rows that change their text while they load are unsteady.
  const isLoading = !name && !commit && !error && !alone.error && (jobs === undefined || alone.isLoading);
  const span = pipelineSpan(jobs ?? [], isActive);
  const content = (
    <>
      <span className={styles.wide}>
        <StatusBadge status={shown} />
      </span>
      <span className={styles.narrow}>
        <StatusIcon status={shown} size={18} />
      </span>
      <div className={styles.text}>
        <AppLink
          className={layout.title}
          href={hrefs.pipeline(account, project, id)}
          title={commit?.message}
          aria-label={isLoading ? `Pipeline #${id}` : undefined}
        >
          {isLoading ? <span className={styles.loading} /> : name || commit?.title || `Pipeline #${id}`}
        </AppLink>
        <span className={styles.meta}>
          <span>#{id}</span>
          {ref ? <bdi className={styles.ref}>{ref}</bdi> : null}
          <code>{sha.slice(0, 8)}</code>
          {name && commit?.title ? <bdi className={styles.commit}>{commit.title}</bdi> : null}
          {source ? <span className={styles.extra}>{sourceText(source)}</span> : null}
        </span>
      </div>
      {jobs && jobs.length > 0 ? (
        <span className={styles.stages}>
          <StageIcons account={account} project={project} jobs={jobs} />
        </span>
      ) : jobs && status === "failed" ? (
        <span className={styles.invalid}>
          <Icon of={TriangleAlert} size={14} /> <span>No jobs: invalid configuration</span>
        </span>
      ) : null}
      <span className={styles.times}>
        <span className={styles.duration}>
          <ElapsedTime start={span?.start} end={span?.end} duration={span?.duration} />
        </span>
        <RelativeTime time={pipeline.created_at ?? pipeline.updated_at ?? ""} />
      </span>
      <span className={styles.actions}>
        {mayAct && !hasNoJobs
          ? actionsOfPipeline(status).map((action) => (
              <IconButton
                writes
                key={action}
                label={`${pipelineActions[action].label} #${id}`}
                icon={pipelineActions[action].icon}
                onClick={() => void run(action, pipeline)}
              />
            ))
          : null}
      </span>
    </>
  );
  if (!selection) return <div className={styles.row}>{content}</div>;
  return (
    <SelectableRow selection={selection} rowKey={id} label={`Select pipeline #${id}`} className={styles.row}>
      {content}
    </SelectableRow>
  );
}

interface StageIconsProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
}

/** Stages that have room in a row of a list. */
const maxStages = 8;

/** A pipeline in one line: the state of each stage, which opens the list of its jobs. The rest of many is one link. */
function StageIcons({ account, project, jobs }: StageIconsProps) {
  const stages = groupByStage(jobs);
  const shown = stages.length > maxStages ? stages.slice(0, maxStages - 1) : stages;
  return (
    <ul className={styles.stageIconsStages} aria-label="Stages">
      {shown.map((stage) => (
        <li key={stage.name} className={styles.stage}>
          <StageMenu account={account} project={project} stage={stage} />
        </li>
      ))}
      {shown.length < stages.length ? (
        <li className={styles.stage}>
          <MoreStages account={account} project={project} stages={stages.slice(shown.length)} />
        </li>
      ) : null}
    </ul>
  );
}

interface MoreStagesProps extends Pick<StageIconsProps, "account" | "project"> {
  readonly stages: readonly Stage[];
}

/** Number and state of the stages without room; a link to the pipeline, which shows them all. */
function MoreStages({ account, project, stages }: MoreStagesProps) {
  const jobs = stages.flatMap(({ entries }) => entries.map(({ job }) => job));
  const { status, allowFailure } = combinedStatus(jobs);
  const label = `${stages.length} more stages: ${statusStyle(status, allowFailure).word}`;
  const pipeline = jobs.find((job) => job.pipeline)?.pipeline;
  const content = (
    <>
      <StatusIcon status={status} allowFailure={allowFailure} size={18} decorative />+{stages.length}
    </>
  );
  return pipeline ? (
    <AppLink
      className={styles.more}
      href={hrefs.pipeline(account, project, pipeline.id)}
      aria-label={label}
      title={label}
    >
      {content}
    </AppLink>
  ) : (
    <span className={styles.more} title={label}>
      {content}
    </span>
  );
}

interface StageMenuProps extends Pick<StageIconsProps, "account" | "project"> {
  readonly stage: Stage;
}

function StageMenu({ account, project, stage }: StageMenuProps) {
  const router = useRouter();
  const jobs = stage.entries.map(({ job }) => job);
  const { status, allowFailure } = combinedStatus(jobs);
  const { word } = statusStyle(status, allowFailure);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={`Stage ${stage.name}: ${word}, ${jobsText(jobs.length)}`}
          title={`${stage.name}: ${word.toLowerCase()}`}
        >
          <StatusIcon status={status} allowFailure={allowFailure} size={18} decorative />
        </button>
      }
    >
      <MenuLabel>{stage.name}</MenuLabel>
      {jobs.map((job) => (
        <MenuItem
          key={job.id}
          icon={statusStyle(job.status, job.allow_failure).icon}
          description={statusStyle(job.status, job.allow_failure).word}
          onSelect={() => router.history.push(hrefs.job(account, project, job.id))}
        >
          {job.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

type TimedJob = Pick<Job, "started_at" | "finished_at">;

/** Duration of a pipeline, as `ElapsedTime` takes it. */
interface PipelineSpan {
  readonly start: string;
  /** Null while a job runs. */
  readonly end: string | null;
  /** Seconds, while no job runs. */
  readonly duration: number | null;
}

/**
 * Returns how long at least one job of a pipeline ran; null where none has begun. The time in between counts for
 * nothing: a job may be retried weeks later. `now` is in epoch milliseconds.
 */
export function pipelineSpan(
  jobs: readonly TimedJob[],
  isActive: boolean,
  now: number = Date.now(),
): PipelineSpan | null {
  const periods = jobs
    .flatMap(({ started_at, finished_at }) => {
      if (!started_at) return [];
      const from = Date.parse(started_at);
      const to = finished_at ? Date.parse(finished_at) : isActive ? Number.POSITIVE_INFINITY : from;
      return [{ from, to }];
    })
    .toSorted((a, b) => a.from - b.from);
  const [first] = periods;
  if (!first) return null;
  let ranMs = 0;
  let { from, to } = first;
  for (const period of periods) {
    if (period.from > to) {
      ranMs += to - from;
      ({ from, to } = period);
    } else to = Math.max(to, period.to);
  }
  const isRunning = to === Number.POSITIVE_INFINITY;
  ranMs += (isRunning ? now : to) - from;
  if (isRunning) return { start: new Date(now - ranMs).toISOString(), end: null, duration: null };
  return {
    start: new Date(first.from).toISOString(),
    end: new Date(to).toISOString(),
    duration: ranMs / 1000,
  };
}
