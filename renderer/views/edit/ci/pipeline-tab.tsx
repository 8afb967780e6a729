import { CircleDashed, CirclePlay, Clock, Layers, Workflow, Zap } from "lucide-react";
import { useMemo } from "react";
import { configPath } from "../../../../shared/ci/config/config-file.ts";
import type { PipelineJob } from "../../../../shared/ci/config/job-definition.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import type { StagedJob } from "../../../features/ci/group-jobs.ts";
import graph from "../../../features/stage-graph/graph.module.css";
import type { GroupState, JobBoxProps } from "../../../features/stage-graph/graph-box.tsx";
import { StageGraph } from "../../../features/stage-graph/stage-graph.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Icon, type IconType } from "../../../ui/marks/icon.tsx";
import { Disclosure } from "../../../ui/panes/section.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { locateMessages } from "../../../workers/ci/ci-engine.ts";
import styles from "./ci.module.css";
import { type PreviewTrigger, previewTag } from "./preview-context.ts";
import type { CiCheck, EditedCiFile } from "./use-ci-check.ts";
import { type PipelinePreview, usePipelinePreview } from "./use-pipeline-preview.ts";
import { useServiceLint } from "./use-service-lint.ts";

interface PipelineTabProps {
  readonly file: EditedCiFile;
  readonly check: CiCheck;
  readonly trigger: PreviewTrigger;
  readonly onTrigger: (trigger: PreviewTrigger) => void;
  readonly onLine: (line: number) => void;
}

/** Entries of a list that are shown. */
const maxListed = 200;

/** The pipeline that a commit of the pending changes would make. */
export function PipelineTab({ file, check, trigger, onTrigger, onLine }: PipelineTabProps) {
  const { scope, path, text } = file;
  const root = path === configPath ? text : null;
  const ofPush = trigger === "push";
  const own = usePipelinePreview({ ...file, root, trigger, isEnabled: !ofPush });
  const local = ofPush ? check.preview : own;
  // Files of other places are known to the service alone: its merged file has them.
  const hasMore = root !== null && (local.report?.elsewhere.length ?? 0) > 0;
  const merged = useServiceLint({ ...scope, content: hasMore ? root : null }).result?.merged_yaml ?? null;
  const whole = usePipelinePreview({ ...file, root: merged, trigger, isEnabled: merged !== null });
  const preview = merged !== null && whole.report ? whole : local;
  const { report } = preview;
  const jobs = useMemo(() => toPreviewJobs(report?.plan?.jobs ?? []), [report]);
  const goToJob = async (name: string) => {
    const [line] = await locateMessages(text, [writtenName(name)]).catch(() => []);
    if (line) onLine(line);
  };
  const stages = new Set(jobs.map(({ stage }) => stage)).size;
  return (
    <>
      <div className={styles.bar}>
        <Select
          label="Pipeline"
          hideLabel
          value={trigger}
          onChange={onTrigger}
          options={[
            { value: "push", label: `As a push to ${scope.branch}` },
            { value: "merge-request", label: "As a merge request" },
            { value: "tag", label: `As a tag, such as ${previewTag}` },
            { value: "schedule", label: "As a schedule" },
          ]}
        />
        <span className={styles.count} role="status">
          {report && report.errors.length === 0 ? summary(jobs.length, stages) : ""}
          {preview.isReading && report ? " Reading…" : ""}
        </span>
      </div>
      <div className={styles.scroll}>
        {!report ? (
          preview.error ? (
            <ErrorState {...describeProblem(preview.error)} onRetry={preview.retry} />
          ) : (
            <div className={styles.content}>
              <Skeleton lines={6} height={34} label="Reading the pipeline" />
            </div>
          )
        ) : report.errors.length > 0 ? (
          <EmptyState icon={Workflow} title="No pipeline" description={report.errors[0] ?? ""} />
        ) : jobs.length === 0 ? (
          <EmptyState
            icon={Workflow}
            title="No pipeline"
            description="Its rules leave out all jobs, or all but those of .pre and .post."
          />
        ) : (
          <StageGraph
            jobs={jobs}
            listsNeeds
            renderJob={(box) => <JobBox {...box} onJob={(name) => void goToJob(name)} />}
            groupState={groupState}
          />
        )}
        {report ? <Details preview={preview} isMerged={preview === whole} /> : null}
      </div>
    </>
  );
}

const summary = (jobs: number, stages: number): string =>
  `${jobs} ${jobs === 1 ? "job" : "jobs"} in ${stages} ${stages === 1 ? "stage" : "stages"}`;

/** A job of a pipeline that does not exist yet. */
interface PreviewJob extends StagedJob {
  readonly when: PipelineJob["definition"]["when"];
  readonly allowFailure: boolean;
  readonly environment: string | null;
}

const toPreviewJobs = (jobs: readonly PipelineJob[]): PreviewJob[] =>
  jobs
    .toSorted((a, b) => a.stageIndex - b.stageIndex)
    .map(({ name, stage, allowFailure, definition }, id) => ({
      id,
      name,
      stage,
      allowFailure,
      needs: definition.needs?.map(({ job }) => job) ?? null,
      when: definition.when,
      environment: definition.environment?.name ?? null,
    }));

const kinds: Readonly<Record<PreviewJob["when"], { readonly icon: IconType; readonly words: string }>> = {
  on_success: { icon: CircleDashed, words: "runs by itself" },
  on_failure: { icon: CircleDashed, words: "runs after a failure" },
  always: { icon: CircleDashed, words: "runs always" },
  manual: { icon: CirclePlay, words: "manual" },
  delayed: { icon: Clock, words: "delayed" },
};

const groupState = (): GroupState => ({ icon: <Icon of={Layers} />, words: "of one job" });

interface PreviewBoxProps extends JobBoxProps<PreviewJob> {
  readonly onJob: (name: string) => void;
}

/** The content of a job's box: how it starts, and whether it may fail. It leads to the job's line. */
function JobBox({ node, isFocused, onFocus, onJob }: PreviewBoxProps) {
  const job = node.entries[0]?.job;
  if (!job) return null;
  const { icon, words } = kinds[job.when];
  const startsAtOnce = job.needs?.length === 0;
  const spoken = [
    `${job.name}: ${words}`,
    job.allowFailure ? "may fail" : "",
    job.environment === null ? "" : `environment ${job.environment}`,
    startsAtOnce ? "starts at once" : job.needs ? `needs ${job.needs.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  const marks = [
    job.when === "manual" || job.when === "delayed" ? words : "",
    job.allowFailure ? "may fail" : "",
  ];
  return (
    <button
      type="button"
      className={graph.main}
      data-focused={isFocused}
      tabIndex={isFocused ? 0 : -1}
      aria-label={spoken}
      title={spoken}
      onFocus={onFocus}
      onClick={() => onJob(job.name)}
    >
      <Icon of={icon} />
      <span className={cx(layout.ellipsis, graph.name)}>{node.name}</span>
      {startsAtOnce ? (
        <span className={graph.mark}>
          <Icon of={Zap} size={12} />
        </span>
      ) : null}
      <span className={graph.duration}>{marks.filter(Boolean).join(", ")}</span>
    </button>
  );
}

/** Returns the name by which a file has a job: its copies have their place behind it. */
const writtenName = (name: string): string => name.replace(/(?:: \[.*\]| \d+\/\d+)$/, "");

/** Jobs that are left out, what was not read, and the variables that rules see. */
function Details({ preview, isMerged }: { readonly preview: PipelinePreview; readonly isMerged: boolean }) {
  const { report, variables, knowsOwnVariables } = preview;
  const leftOut = report?.plan?.leftOut ?? [];
  const unknown = [
    ...(report?.elsewhere ?? []).map((place) => `Included from elsewhere and not read: ${place}`),
    ...(report?.warnings ?? []),
  ];
  return (
    <div className={styles.details}>
      {leftOut.length > 0 ? (
        <Disclosure summary={`${leftOut.length} left out`}>
          <ul className={styles.list}>
            {leftOut.slice(0, maxListed).map(({ name, stage, reason }) => (
              <li key={`${stage} ${name}`}>
                <strong>{name}</strong> ({stage}): {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
      {unknown.length > 0 ? (
        <Disclosure summary={`${unknown.length} not read`}>
          <ul className={styles.list}>
            {unknown.slice(0, maxListed).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
      <Disclosure summary={`${variables.length} variables for rules`}>
        <p className={styles.judge}>
          {isMerged ? "The service merged the file. " : ""}
          {knowsOwnVariables
            ? "Variables of groups and of the service are not known here."
            : "Variables of the project, its groups and the service are not known here, and count as not set."}
        </p>
        <dl className={styles.variables}>
          {variables.slice(0, maxListed).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value ?? "of the project"}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}
