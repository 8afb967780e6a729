import { useParams } from "@tanstack/react-router";
import { ArrowLeftRight, GitCompareArrows } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { changeKinds, compareOutcomes, slowerJobs } from "../../../../shared/ci/compare-outcomes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { EntryError } from "../../../features/addresses/entry-error.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../../features/addresses/use-route.ts";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { usePipelineJobs } from "../../../features/ci/use-jobs.ts";
import { type KnownPipeline, usePipeline } from "../../../features/ci/use-pipeline.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { MetaParts } from "../../../ui/marks/meta-parts.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { ChangeList, rowHeights } from "./change-list.tsx";
import styles from "./comparison.module.css";
import { ComparisonBar, Notes } from "./comparison-bar.tsx";
import type { Changes } from "./comparison-rows.ts";
import { jobOutcomes, type ReadPipeline } from "./job-outcomes.ts";
import { PipelinePicker } from "./pipeline-picker.tsx";
import { type LastGoodOf, useLastGood } from "./use-last-good.ts";
import { useTestComparison } from "./use-test-comparison.ts";

const comparisonSearch = { q: anyText, show: oneOf(...changeKinds), target: anyText };

interface Scope {
  readonly account: string;
  readonly project: string;
}

/** Two pipelines side by side: the jobs and tests that differ between them, and those that fail in both. */
export function PipelineComparison() {
  const { account, project, pipeline, other } = useParams({
    from: "/a/$account/p/$project/pipelines/$pipeline/compare/$other",
  });
  const scope = { account, project };
  return (
    <WithPipeline {...scope} id={Number(pipeline)}>
      {(after) =>
        /^\d+$/.test(other) ? (
          <WithPipeline {...scope} id={Number(other)}>
            {(before) => <Comparison key={`${pipeline} ${other}`} {...scope} before={before} after={after} />}
          </WithPipeline>
        ) : (
          <LastGood {...scope} pipeline={after.pipeline} of={other === "target" ? "target" : "branch"} />
        )
      }
    </WithPipeline>
  );
}

interface WithPipelineProps extends Scope {
  readonly id: number;
  readonly children: (read: ReadPipeline) => ReactNode;
}

/** Reads a pipeline and its jobs, or says why they cannot be read. */
function WithPipeline({ account, project, id, children }: WithPipelineProps) {
  const jobs = usePipelineJobs(project, id);
  const { pipeline, isPending, error, refetch } = usePipeline(project, id, jobs);
  if (pipeline && !(jobs.error && !jobs.data)) return children({ pipeline, jobs: jobs.data });
  if (isPending) return <Loading />;
  return (
    <EntryError
      error={pipeline ? jobs.error : error}
      entry={`Pipeline #${id}`}
      list={{ label: "Pipelines", href: hrefs.project(account, project, "pipelines") }}
      onRetry={pipeline ? () => void jobs.refetch() : refetch}
    />
  );
}

const Loading = () => (
  <div className={layout.page}>
    <PageHeader title="Compare pipelines" icon={GitCompareArrows} />
    <Skeleton page lines={8} height={rowHeights.job} mark={18} label="Loading the pipelines" />
  </div>
);

interface LastGoodProps extends Scope {
  readonly pipeline: KnownPipeline;
  readonly of: LastGoodOf;
}

/** Finds the last success of a branch, and opens the comparison with it at an address that stays the same. */
function LastGood({ account, project, pipeline, of }: LastGoodProps) {
  const go = useGo();
  const [{ target }] = useAddressSearch(comparisonSearch);
  const { id, ref = null } = pipeline;
  const { data, error, refetch } = useLastGood({ account, project, id, ref, target }, of);
  const found = data?.found?.id;
  useEffect(() => {
    if (found === undefined) return;
    go(hrefs.pipelineComparison(account, project, id, found, { target }), { replace: true });
  }, [go, account, project, id, found, target]);
  if (error) return <ErrorState {...describeProblem(error)} onRetry={() => void refetch()} />;
  if (!data || data.found) return <Loading />;
  return (
    <div className={layout.page}>
      <PageHeader title={`Compare #${id}`} icon={GitCompareArrows} />
      <EmptyState
        page
        icon={GitCompareArrows}
        title="No successful pipeline to compare with"
        description={
          data.ref === null ? (
            "The project has no default branch."
          ) : (
            <>
              No pipeline of <bdi>{data.ref}</bdi> has passed{of === "branch" ? " before this one" : ""}.
            </>
          )
        }
        actions={
          <PipelinePicker
            account={account}
            project={project}
            pipeline={pipeline}
            target={target}
            trigger={<Button icon={GitCompareArrows}>Compare with…</Button>}
          />
        }
      />
    </div>
  );
}

interface ComparisonProps extends Scope {
  readonly before: ReadPipeline;
  readonly after: ReadPipeline;
}

function Comparison({ account, project, before, after }: ComparisonProps) {
  const [{ q = "", show, target }, changeSearch] = useAddressSearch(comparisonSearch);
  const { id } = after.pipeline;
  const other = before.pipeline.id;
  useRouteName(`Compare #${other} with #${id}`);
  const isSameCommit = before.pipeline.sha === after.pipeline.sha;
  const jobs = useMemo(
    () =>
      compareOutcomes(jobOutcomes(before.jobs ?? []), jobOutcomes(after.jobs ?? []), {
        slower: slowerJobs,
        isSameCommit,
      }),
    [before.jobs, after.jobs, isSameCommit],
  );
  const tests = useTestComparison(
    account,
    project,
    { ...before.pipeline, jobs: before.jobs },
    { ...after.pipeline, jobs: after.jobs },
  );
  const areJobsRead = before.jobs !== undefined && after.jobs !== undefined;
  const comparison = tests.state === "ready" ? tests.comparison : null;
  const changes = useMemo((): Changes => ({ jobs, tests: comparison }), [jobs, comparison]);
  return (
    <div className={layout.page}>
      <PageHeader
        title={`#${id} compared with #${other}`}
        icon={GitCompareArrows}
        meta={
          <MetaParts>
            <Compared account={account} project={project} pipeline={before.pipeline} word="before" />
            <Compared account={account} project={project} pipeline={after.pipeline} word="after" />
            {isSameCommit ? <span>the same commit</span> : null}
          </MetaParts>
        }
        actions={
          <>
            <Button asChild>
              <AppLink href={hrefs.pipelineComparison(account, project, other, id, { target })}>
                <Icon of={ArrowLeftRight} /> Swap
              </AppLink>
            </Button>
            <PipelinePicker
              account={account}
              project={project}
              pipeline={after.pipeline}
              target={target}
              other={other}
              trigger={<Button icon={GitCompareArrows}>Compare with…</Button>}
            />
          </>
        }
      />
      <ComparisonBar
        changes={changes}
        choice={{ kind: show ?? null, text: q }}
        onChoice={({ kind, text }) => changeSearch({ show: kind ?? undefined, q: text })}
      />
      <Notes before={before} after={after} tests={tests} />
      {areJobsRead ? (
        <ChangeList
          {...{ account, project, before, after, changes }}
          choice={{ kind: show ?? null, text: q }}
          isReading={tests.state === "reading"}
        />
      ) : (
        <Skeleton page lines={8} height={rowHeights.job} mark={18} label="Loading jobs" />
      )}
    </div>
  );
}

interface ComparedProps extends Scope {
  readonly pipeline: KnownPipeline;
  readonly word: string;
}

/** One of the two pipelines, as a link. */
function Compared({ account, project, pipeline, word }: ComparedProps) {
  const { id, ref, status, sha } = pipeline;
  return (
    <span className={styles.compared}>
      <span>{word}</span> <StatusIcon status={status} size={14} />
      <AppLink href={hrefs.pipeline(account, project, id)}>#{id}</AppLink>
      {ref ? <bdi className={layout.ellipsis}>{ref}</bdi> : null} <code>{sha.slice(0, 8)}</code>
    </span>
  );
}
