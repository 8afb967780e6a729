import { History, Workflow, Zap } from "lucide-react";
import { useMemo } from "react";
import type { Bridge, Job } from "../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  actionsOf,
  jobActions,
  runWithVariables,
  takesVariables,
  useRunJobAction,
} from "../../features/ci/ci-actions.ts";
import { JobLink } from "../../features/ci/ci-links.tsx";
import { StatusIcon, statusStyle } from "../../features/ci/ci-status.tsx";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { combinedStatus } from "../../features/ci/group-jobs.ts";
import type { Downstream } from "../../features/ci/use-downstream.ts";
import { useRunJobDialog } from "../../features/ci/use-run-job-dialog.tsx";
import styles from "../../features/stage-graph/graph.module.css";
import type { GroupState, JobBoxProps } from "../../features/stage-graph/graph-box.tsx";
import { StageGraph } from "../../features/stage-graph/stage-graph.tsx";
import { useAccount } from "../../state/host-state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { DownstreamCards } from "./downstream/downstream-cards.tsx";

interface PipelineGraphProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
  /** Jobs that start pipelines. */
  readonly bridges: readonly Bridge[];
  /** The pipelines that they started. */
  readonly downstream: readonly Downstream[];
  readonly mayAct: boolean;
}

/** The jobs of a pipeline in its stage graph, with their states, and the pipelines that they started beside them. */
export function PipelineGraph({ jobs, bridges, downstream, ...props }: PipelineGraphProps) {
  const { account, project } = props;
  const listsNeeds = useAccount(account)?.kind === "local";
  const all = useMemo(() => [...jobs, ...bridges], [jobs, bridges]);
  const started = useMemo(() => {
    const known = new Map(downstream.map((each) => [each.bridge.id, each]));
    return new Map(bridges.map(({ id }) => [id, known.get(id) ?? null]));
  }, [bridges, downstream]);
  const { open, dialog } = useRunJobDialog(project);
  return (
    <>
      <StageGraph
        jobs={all}
        listsNeeds={listsNeeds}
        renderJob={(box) => <JobBox {...props} {...box} started={started} onVariables={open} />}
        groupState={stateOf}
        beside={downstream.length > 0 ? <DownstreamCards {...{ account, project, downstream }} /> : null}
      />
      {dialog}
    </>
  );
}

function stateOf(jobs: readonly Job[]): GroupState {
  const { status, allowFailure } = combinedStatus(jobs);
  return {
    icon: <StatusIcon status={status} allowFailure={allowFailure} decorative />,
    words: statusStyle(status, allowFailure).word,
  };
}

interface BridgeLinkProps extends Pick<JobBoxProps<Job>, "isFocused" | "onFocus"> {
  readonly account: string;
  readonly job: Job;
  readonly started: Downstream | null;
  readonly attempts: number;
}

/** The name of a job that starts a pipeline: a link to that once it is there. */
function BridgeLink({ account, isFocused, onFocus, job, started, attempts }: BridgeLinkProps) {
  const shared = {
    className: styles.main,
    "data-focused": isFocused,
    tabIndex: isFocused ? 0 : -1,
    onFocus,
  };
  const label = [
    spoken(job, attempts),
    started ? `started pipeline #${started.pipeline.id}` : "starts a pipeline",
  ].join(", ");
  const content = (
    <>
      <StatusIcon status={job.status} allowFailure={job.allow_failure} decorative />
      <span className={cx(layout.ellipsis, styles.name)} title={job.name}>
        {job.name}
      </span>
      <span className={styles.mark} title="Starts a pipeline">
        <Icon of={Workflow} size={12} />
        {started ? `#${started.pipeline.id}` : null}
      </span>
    </>
  );
  return started?.project ? (
    <AppLink
      {...shared}
      aria-label={label}
      href={hrefs.pipeline(account, started.project, started.pipeline.id)}
    >
      {content}
    </AppLink>
  ) : (
    <button type="button" {...shared} aria-label={label} aria-disabled>
      {content}
    </button>
  );
}

interface JobBoxOfPipeline
  extends JobBoxProps<Job>,
    Pick<PipelineGraphProps, "account" | "project" | "mayAct"> {
  /** By job, the pipeline that it started, null where it has not yet; jobs with a script are not in it. */
  readonly started: ReadonlyMap<number, Downstream | null>;
  /** Asks for the variables that a job is started with. */
  readonly onVariables: (job: Job) => void;
}

function JobBox({
  account,
  project,
  node,
  mayAct,
  isFocused,
  onFocus,
  onVariables,
  started: startedBy,
}: JobBoxOfPipeline) {
  const run = useRunJobAction(project);
  const [entry] = node.entries;
  if (!entry) return null;
  const { job, earlier } = entry;
  const started = startedBy.get(job.id);
  const [action] = mayAct ? actionsOf(job).filter((name) => name !== "erase") : [];
  const startsAtOnce = job.needs?.length === 0;
  return (
    <>
      {started !== undefined ? (
        <BridgeLink {...{ account, isFocused, onFocus, job, started }} attempts={earlier.length} />
      ) : (
        <JobLink
          className={styles.main}
          account={account}
          project={project}
          job={job.id}
          data-focused={isFocused}
          tabIndex={isFocused ? 0 : -1}
          aria-label={spoken(job, earlier.length)}
          onFocus={onFocus}
        >
          <StatusIcon status={job.status} allowFailure={job.allow_failure} decorative />
          <span className={cx(layout.ellipsis, styles.name)} title={node.name}>
            {node.name}
          </span>
          {startsAtOnce ? (
            <span className={styles.mark} title="Needs no other job: starts at once">
              <Icon of={Zap} size={12} />
            </span>
          ) : null}
          {earlier.length > 0 ? (
            <span className={styles.mark} title={`Attempt ${earlier.length + 1}`}>
              <Icon of={History} size={12} />
              {earlier.length + 1}
            </span>
          ) : null}
          <span className={styles.duration}>
            <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
          </span>
        </JobLink>
      )}
      {action ? (
        <span className={styles.action} data-always={action === "play"}>
          <IconButton
            writes
            size="s"
            label={`${jobActions[action].label} ${job.name}`}
            icon={jobActions[action].icon}
            tabIndex={isFocused ? 0 : -1}
            onClick={() => void run(action, job)}
          />
        </span>
      ) : null}
      {mayAct && started === undefined && takesVariables(job) ? (
        <span className={styles.action}>
          <IconButton
            writes
            size="s"
            label={`Run ${job.name} with variables`}
            icon={runWithVariables.icon}
            tabIndex={isFocused ? 0 : -1}
            onClick={() => onVariables(job)}
          />
        </span>
      ) : null}
    </>
  );
}

/** Returns the accessible name of a job's box, with all that the graph shows. */
function spoken(job: Job, earlier: number): string {
  const parts = [
    `${job.name}: ${statusStyle(job.status, job.allow_failure).word}`,
    earlier > 0 ? `attempt ${earlier + 1}` : "",
    job.needs?.length === 0 ? "starts at once" : job.needs ? `needs ${job.needs.join(", ")}` : "",
  ];
  return parts.filter(Boolean).join(", ");
}
