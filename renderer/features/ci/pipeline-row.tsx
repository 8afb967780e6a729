import { TriangleAlert } from "lucide-react";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { RowSelection } from "../../ui/row-selection.ts";
import { useHasLasted } from "../../ui/use-settled.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { SelectableRow } from "../bulk/selectable-row.tsx";
import { ElapsedTime } from "./elapsed-time.tsx";
import { withWarnings } from "./group-jobs.ts";
import { actionsOfPipeline, pipelineActions } from "./pipeline-actions.ts";
import styles from "./pipeline-row.module.css";
import { pipelineSpan } from "./pipeline-span.ts";
import { sourceText } from "./source-text.ts";
import { StageIcons } from "./stage-icons.tsx";
import { StatusBadge, StatusIcon } from "./status-badge.tsx";
import { isActiveStatus } from "./status-style.ts";
import { usePipelineJobs } from "./use-pipeline-jobs.ts";
import { useRunPipelineAction } from "./use-run-pipeline-action.ts";

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
  const { id, status, ref, sha, source } = pipeline;
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
  const isLoading = !commit && !error && !alone.error && (jobs === undefined || alone.isLoading);
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
          {isLoading ? <span className={styles.loading} /> : commit?.title || `Pipeline #${id}`}
        </AppLink>
        <span className={styles.meta}>
          <span>#{id}</span>
          {ref ? <bdi className={styles.ref}>{ref}</bdi> : null}
          <code>{sha.slice(0, 8)}</code>
          {source ? <span className={styles.extra}>{sourceText(source)}</span> : null}
        </span>
      </div>
      {jobs && jobs.length > 0 ? (
        <span className={styles.stages}>
          <StageIcons {...{ account, project, jobs }} />
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
    <SelectableRow {...{ selection }} rowKey={id} label={`Select pipeline #${id}`} className={styles.row}>
      {content}
    </SelectableRow>
  );
}
