import { useParams } from "@tanstack/react-router";
import { Workflow } from "lucide-react";
import { useMemo, useState } from "react";
import { z } from "zod";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { groupByStage } from "../../features/ci/group-jobs.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { usePipelineJobs } from "../../features/ci/use-pipeline-jobs.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { StageGraph } from "./graph/stage-graph.tsx";
import { JobList, jobRowHeight } from "./job-list.tsx";
import { rowsByStage } from "./job-rows.ts";
import { PipelineHead } from "./pipeline-head.tsx";
import styles from "./pipelines.module.css";
import { Timeline } from "./timeline/timeline.tsx";
import { usePipeline } from "./use-pipeline.ts";
import { YamlErrors } from "./yaml-errors.tsx";

const views = [
  { name: "graph", label: "Graph" },
  { name: "timeline", label: "Timeline" },
  { name: "jobs", label: "Jobs" },
] as const;

const pipelineSearch = z.object({ view: z.string().optional() });

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
  const stages = useMemo(() => groupByStage(jobs.data ?? []), [jobs.data]);
  const rows = useMemo(() => rowsByStage(stages, showsEarlier), [stages, showsEarlier]);
  const count = stages.reduce((sum, { entries }) => sum + entries.length, 0);
  const hasEarlier = stages.some(({ entries }) => entries.some(({ earlier }) => earlier.length > 0));
  if (isPending) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={8} height={30} label="Loading the pipeline" />
      </div>
    );
  }
  if (!pipeline) return <ErrorState {...describeProblem(error)} onRetry={refetch} />;
  return (
    <div className={layout.page}>
      <PipelineHead {...{ account, project, pipeline, mayAct }} jobs={jobs.data ?? []} />
      {pipeline.yaml_errors ? (
        <YamlErrors {...{ account, project, pipeline }} errors={pipeline.yaml_errors} />
      ) : null}
      <FailedJobs {...{ account, project, stages }} />
      <TabLinks label="Pipeline">
        {views.map(({ name, label }) => (
          <AppLink
            key={name}
            href={hrefs.pipeline(account, project, number, name === "graph" ? {} : { view: name })}
            aria-current={name === view ? "page" : undefined}
          >
            {label}
            {name === "jobs" && count > 0 ? <span className={styles.number}>{count}</span> : null}
          </AppLink>
        ))}
        {view === "jobs" && hasEarlier ? (
          <span className={styles.option}>
            <Checkbox label="Earlier attempts" checked={showsEarlier} onChange={setShowsEarlier} />
          </span>
        ) : null}
      </TabLinks>
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
        <StageGraph {...{ account, project, mayAct }} jobs={jobs.data ?? []} />
      ) : view === "timeline" ? (
        <Timeline {...{ account, project }} jobs={jobs.data ?? []} />
      ) : (
        <JobList {...{ account, project, rows, mayAct }} />
      )}
    </div>
  );
}
