import { History, Zap } from "lucide-react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { actionsOf, jobActions, useRunJobAction } from "../../features/ci/ci-actions.ts";
import { JobLink } from "../../features/ci/ci-links.tsx";
import { StatusIcon, statusStyle } from "../../features/ci/ci-status.tsx";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { combinedStatus } from "../../features/ci/group-jobs.ts";
import styles from "../../features/stage-graph/graph.module.css";
import type { GroupState, JobBoxProps } from "../../features/stage-graph/graph-box.tsx";
import { StageGraph } from "../../features/stage-graph/stage-graph.tsx";
import { useAccount } from "../../state/host-state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";

interface PipelineGraphProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
  readonly mayAct: boolean;
}

/** The jobs of a pipeline in its stage graph, with their states. */
export function PipelineGraph({ jobs, ...props }: PipelineGraphProps) {
  const listsNeeds = useAccount(props.account)?.kind === "local";
  return (
    <StageGraph
      jobs={jobs}
      listsNeeds={listsNeeds}
      renderJob={(box) => <JobBox {...props} {...box} />}
      groupState={stateOf}
    />
  );
}

function stateOf(jobs: readonly Job[]): GroupState {
  const { status, allowFailure } = combinedStatus(jobs);
  return {
    icon: <StatusIcon status={status} allowFailure={allowFailure} decorative />,
    words: statusStyle(status, allowFailure).word,
  };
}

type JobBoxOfPipeline = Omit<PipelineGraphProps, "jobs"> & JobBoxProps<Job>;

function JobBox({ account, project, node, mayAct, isFocused, onFocus }: JobBoxOfPipeline) {
  const run = useRunJobAction(project);
  const [entry] = node.entries;
  if (!entry) return null;
  const { job, earlier } = entry;
  const [action] = mayAct ? actionsOf(job).filter((name) => name !== "erase") : [];
  const startsAtOnce = job.needs?.length === 0;
  return (
    <>
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
