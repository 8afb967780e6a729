import { useParams } from "@tanstack/react-router";
import { FileCode, PencilLine, TriangleAlert, Workflow } from "lucide-react";
import { useMemo, useState } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { JobLink } from "../../features/ci/ci-links.tsx";
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { failureText } from "../../features/ci/ci-texts.ts";
import { groupByStage, latestAttempts, type Stage } from "../../features/ci/group-jobs.ts";
import { allBelow, type Downstream, useDownstream } from "../../features/ci/use-downstream.ts";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { usePipelineJobs } from "../../features/ci/use-jobs.ts";
import { type KnownPipeline, usePipeline } from "../../features/ci/use-pipeline.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { downstreamRows } from "./downstream-rows.ts";
import { JobList, jobRowHeight, rowsByStage } from "./job-list.tsx";
import { PipelineGraph } from "./pipeline-graph.tsx";
import { PipelineHead } from "./pipeline-head.tsx";
import styles from "./pipelines.module.css";
import { Timeline } from "./timeline/timeline.tsx";

const views = [
  { name: "graph", label: "Graph" },
  { name: "timeline", label: "Timeline" },
  { name: "jobs", label: "Jobs" },
] as const;

const pipelineSearch = { view: anyText };

/** One pipeline: its failures, actions, and jobs as a graph, a timeline or a list. */
export function PipelineView() {
  const {
    account,
    project,
    pipeline: number,
  } = useParams({ from: "/a/$account/p/$project/pipelines/$pipeline" });
  const [{ view: requested }] = useAddressSearch(pipelineSearch);
  const view = views.find(({ name }) => name === requested)?.name ?? "graph";
  const id = Number(number);
  const jobs = usePipelineJobs(project, id);
  const { pipeline, isPending, error, refetch } = usePipeline(project, id, jobs);
  const mayAct = useHasAccess(project, accessLevels.developer);
  const [showsEarlier, setShowsEarlier] = useState(true);
  const { bridges, downstream } = useDownstream(project, id);
  const stages = useMemo(() => groupByStage([...(jobs.data ?? []), ...bridges]), [jobs.data, bridges]);
  const started = useMemo(() => {
    const known = new Map(downstream.map((each) => [each.bridge.id, each]));
    return new Map(bridges.map((bridge) => [bridge.id, known.get(bridge.id) ?? null]));
  }, [bridges, downstream]);
  const below = useMemo(() => allBelow({ bridges, downstream }), [bridges, downstream]);
  const rows = useMemo(
    () => [...rowsByStage(stages, showsEarlier, started), ...downstreamRows(below, showsEarlier)],
    [stages, showsEarlier, started, below],
  );
  const count = stages.reduce((sum, { entries }) => sum + entries.length, 0);
  const ofBelow = rows.filter((row) => row.kind === "job" && row.project !== undefined && !row.isReplaced);
  const hasEarlier =
    stages.some(({ entries }) => entries.some(({ earlier }) => earlier.length > 0)) ||
    below.some((each) => latestAttempts(each.jobs).some(({ earlier }) => earlier.length > 0));
  if (isPending) {
    return (
      <div className={layout.page}>
        <PageHeader title={`Pipeline #${number}`} icon={Workflow} />
        <div className={layout.padded}>
          <Skeleton lines={8} height={30} label="Loading the pipeline" />
        </div>
      </div>
    );
  }
  if (!pipeline) {
    return (
      <EntryError
        error={error}
        entry={`Pipeline #${number}`}
        list={{ label: "Pipelines", href: hrefs.project(account, project, "pipelines") }}
        onRetry={refetch}
      />
    );
  }
  return (
    <div className={layout.page}>
      <PipelineHead
        account={account}
        project={project}
        pipeline={pipeline}
        mayAct={mayAct}
        jobs={jobs.data ?? []}
        tabs={
          <TabLinks label="Pipeline">
            {views.map(({ name, label }) => (
              <AppLink
                key={name}
                href={hrefs.pipeline(account, project, number, name === "graph" ? {} : { view: name })}
                aria-current={name === view ? "page" : undefined}
              >
                {label}
                {name === "jobs" && count > 0 ? (
                  <span className={styles.number}>{count + ofBelow.length}</span>
                ) : null}
              </AppLink>
            ))}
          </TabLinks>
        }
        tools={
          view === "jobs" && hasEarlier ? (
            <Checkbox label="Earlier attempts" checked={showsEarlier} onChange={setShowsEarlier} />
          ) : null
        }
      />
      {pipeline.yaml_errors ? (
        <YamlErrors account={account} project={project} pipeline={pipeline} errors={pipeline.yaml_errors} />
      ) : null}
      <FailedJobs account={account} project={project} stages={stages} started={started} />
      {jobs.isPending ? (
        <Skeleton page lines={6} height={jobRowHeight} mark={18} label="Loading jobs" />
      ) : jobs.error && !jobs.data ? (
        <ErrorState {...describeProblem(jobs.error)} onRetry={() => void jobs.refetch()} />
      ) : count === 0 ? (
        <EmptyState
          icon={Workflow}
          title="This pipeline has no jobs"
          description={
            pipeline.yaml_errors
              ? "Its configuration is invalid."
              : "Its rules exclude all jobs for this ref."
          }
        />
      ) : view === "graph" ? (
        <PipelineGraph {...{ account, project, mayAct, bridges, downstream }} jobs={jobs.data ?? noJobs} />
      ) : view === "timeline" ? (
        <Timeline account={account} project={project} jobs={jobs.data ?? []} />
      ) : (
        <JobList account={account} project={project} rows={rows} mayAct={mayAct} />
      )}
    </div>
  );
}

const noJobs: readonly Job[] = [];

/** Jobs listed at most. */
const maxJobs = 6;

interface FailedJobsProps {
  readonly account: string;
  readonly project: string;
  readonly stages: readonly Stage[];
  /** The pipelines of the jobs that start one, by job. */
  readonly started: ReadonlyMap<number, Downstream | null>;
}

/** The failed jobs of a pipeline with their reasons; null where none failed. */
function FailedJobs({ account, project, stages, started }: FailedJobsProps) {
  const failed = stages
    .flatMap(({ entries }) => entries.map(({ job }) => job))
    .filter((job) => job.status === "failed" && !job.allow_failure);
  if (failed.length === 0) return null;
  return (
    <section className={styles.failed} aria-label="Failed jobs">
      <span className={styles.label}>
        {failed.length === 1 ? "1 job failed" : `${failed.length} jobs failed`}
      </span>
      <ul>
        {failed.slice(0, maxJobs).map((job) => (
          <li key={job.id}>
            <StatusIcon status="failed" size={14} decorative />
            {started.has(job.id) ? (
              <StartedLink account={account} name={job.name} started={started.get(job.id) ?? null} />
            ) : (
              <JobLink account={account} project={project} job={job.id}>
                <span title={job.name}>{job.name}</span>
              </JobLink>
            )}
            {job.failure_reason ? <span>{failureText(job.failure_reason)}</span> : null}
          </li>
        ))}
        {failed.length > maxJobs ? <li>and {failed.length - maxJobs} more</li> : null}
      </ul>
    </section>
  );
}

interface StartedLinkProps {
  readonly account: string;
  readonly name: string;
  readonly started: Downstream | null;
}

/** The name of a job that starts a pipeline, a link to that where it is there. */
const StartedLink = ({ account, name, started }: StartedLinkProps) =>
  started?.project ? (
    <AppLink href={hrefs.pipeline(account, started.project, started.pipeline.id)}>
      <span title={name}>{name}</span>
    </AppLink>
  ) : (
    <span title={name}>{name}</span>
  );

interface YamlErrorsProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: KnownPipeline;
  readonly errors: string;
}

/** The errors in a pipeline's configuration, with a link to edit it. */
function YamlErrors({ account, project, pipeline, errors }: YamlErrorsProps) {
  const { sha, ref, tag } = pipeline;
  const params = { account, project };
  const path = ".gitlab-ci.yml";
  return (
    <section className={styles.yaml} aria-label="Configuration errors">
      <h2 className={styles.yamlTitle}>
        <Icon of={TriangleAlert} /> {path} is invalid
      </h2>
      <div className={styles.yamlText}>
        <pre>{errors}</pre>
        <CopyButton text={errors} label="Copy error" />
      </div>
      <div className={flow.wrap}>
        {ref && !tag ? (
          <Button asChild>
            <AppLink href={hrefs.project(params.account, params.project, "edit", { ref, path })}>
              <Icon of={PencilLine} /> Edit on {ref}
            </AppLink>
          </Button>
        ) : null}
        <Button asChild variant="ghost">
          <AppLink href={hrefs.project(params.account, params.project, "files", { ref: sha, path })}>
            <Icon of={FileCode} /> View at {sha.slice(0, 8)}
          </AppLink>
        </Button>
      </div>
    </section>
  );
}
