import { ChevronDown, ChevronRight, History, Workflow, Zap } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import {
  actionsOf,
  jobActions,
  runWithVariables,
  takesVariables,
  useRunJobAction,
} from "../../../features/ci/ci-actions.ts";
import { JobLink } from "../../../features/ci/ci-links.tsx";
import { StatusIcon, statusStyle } from "../../../features/ci/ci-status.tsx";
import { ElapsedTime } from "../../../features/ci/elapsed-time.tsx";
import { combinedStatus } from "../../../features/ci/group-jobs.ts";
import type { Downstream } from "../../../features/ci/use-downstream.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./graph.module.css";
import type { Box, GraphNode } from "./graph-geometry.ts";

interface GraphBoxProps {
  readonly account: string;
  readonly project: string;
  readonly node: GraphNode;
  readonly box: Box;
  /** The pipeline that the job started, null where it has not yet; undefined for a job with a script. */
  readonly started: Downstream | null | undefined;
  readonly mayAct: boolean;
  /** Whether the box is the tab stop. */
  readonly isFocused: boolean;
  readonly isLit: boolean;
  readonly onFocus: () => void;
  readonly onPoint: (isOver: boolean) => void;
  readonly onToggle: () => void;
  /** Asks for the variables that the job is started with. */
  readonly onVariables: (job: Job) => void;
}

/** A box of the graph: a link to the job, or a button that shows the jobs of a group. */
export function GraphBox(props: GraphBoxProps) {
  const { node, box, isLit, onPoint } = props;
  return (
    <li
      className={styles.box}
      style={box}
      data-lit={isLit}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      {node.isGroup ? <GroupButton {...props} /> : <JobBox {...props} />}
    </li>
  );
}

function GroupButton({ node, isFocused, onFocus, onToggle }: GraphBoxProps) {
  const jobs = node.entries.map(({ job }) => job);
  const { status, allowFailure } = combinedStatus(jobs);
  return (
    <button
      type="button"
      className={styles.main}
      data-focused={isFocused}
      tabIndex={isFocused ? 0 : -1}
      aria-expanded={node.isExpanded}
      aria-label={`${node.name}: ${jobs.length} jobs, ${statusStyle(status, allowFailure).word}`}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <StatusIcon status={status} allowFailure={allowFailure} decorative />
      <span className={cx(layout.ellipsis, styles.name)} title={node.name}>
        {node.name}
      </span>
      <span className={styles.count}>{jobs.length}</span>
      <Icon of={node.isExpanded ? ChevronDown : ChevronRight} size={14} />
    </button>
  );
}

interface BridgeLinkProps extends Pick<GraphBoxProps, "account" | "isFocused" | "onFocus"> {
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

function JobBox({ account, project, node, mayAct, isFocused, onFocus, onVariables, started }: GraphBoxProps) {
  const run = useRunJobAction(project);
  const [entry] = node.entries;
  if (!entry) return null;
  const { job, earlier } = entry;
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
