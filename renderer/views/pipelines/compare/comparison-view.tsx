import { useParams } from "@tanstack/react-router";
import { ArrowLeftRight, GitCompareArrows, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import {
  type ChangeKind,
  changeKinds,
  compareOutcomes,
  slowerJobs,
} from "../../../../shared/ci/compare-outcomes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { EntryError } from "../../../features/addresses/entry-error.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../../features/addresses/use-route.ts";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { usePipelineJobs } from "../../../features/ci/use-jobs.ts";
import { jobOfSuite } from "../../../features/test-reports/job-of-suite.ts";
import { useLedgerEntries } from "../../../features/test-reports/use-test-ledger.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { MetaParts } from "../../../ui/marks/meta-parts.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { type KnownPipeline, usePipeline } from "../pipeline-head.tsx";
import { JobChangeRow, TestChangeRow } from "./change-row.tsx";
import styles from "./comparison.module.css";
import {
  type Changes,
  type ComparisonRow,
  changeRules,
  changeWords,
  comparisonRows,
  countsOf,
  type RowChoice,
} from "./comparison-rows.ts";
import { jobOutcomes } from "./job-outcomes.ts";
import { PipelinePicker } from "./pipeline-picker.tsx";
import { type LastGoodOf, useLastGood } from "./use-last-good.ts";
import { type TestComparisonState, useTestComparison } from "./use-test-comparison.ts";

const comparisonSearch = { q: anyText, show: oneOf(...changeKinds), target: anyText };

interface Scope {
  readonly account: string;
  readonly project: string;
}

/** A pipeline with its jobs, as far as they are loaded. */
interface ReadPipeline {
  readonly pipeline: KnownPipeline;
  /** With their earlier attempts. */
  readonly jobs: readonly Job[] | undefined;
}

/** Two pipelines side by side: the jobs and tests that differ between them, and those that fail in both. */
export function PipelineComparisonView() {
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
  const { id, ref, status, sha, created_at } = pipeline;
  return (
    <span className={flow.inline}>
      <span>{word}</span> <StatusIcon status={status} size={14} />
      <AppLink href={hrefs.pipeline(account, project, id)}>#{id}</AppLink>
      {ref ? <bdi className={layout.ellipsis}>{ref}</bdi> : null} <code>{sha.slice(0, 8)}</code>
      {created_at ? <RelativeTime time={created_at} /> : null}
    </span>
  );
}

interface ComparisonBarProps {
  readonly changes: Changes;
  readonly choice: RowChoice;
  readonly onChoice: (choice: RowChoice) => void;
}

/** Numbers of changes that are filters too, and a text to search. */
function ComparisonBar({ changes, choice, onChoice }: ComparisonBarProps) {
  const counts = countsOf(changes);
  const total = changeKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <search className={layout.bar} aria-label="Changes">
      <ToggleButtons<ChangeKind | "all">
        label="Show changes"
        value={choice.kind ?? "all"}
        onChange={(value) =>
          onChoice({ ...choice, kind: value === "all" || value === choice.kind ? null : value })
        }
        options={[
          { value: "all", label: "All", count: total },
          ...changeKinds
            .filter((kind) => counts[kind] > 0 || kind === choice.kind)
            .map((kind) => ({ value: kind, label: changeWords[kind], count: counts[kind] })),
        ]}
      />
      <SearchField
        label="Filter changes"
        placeholder="Filter by name, group or stage"
        value={choice.text}
        onChange={(text) => onChoice({ ...choice, text })}
        className={layout.search}
      />
    </search>
  );
}

interface NotesProps {
  readonly before: ReadPipeline;
  readonly after: ReadPipeline;
  readonly tests: TestComparisonState;
}

/** Lines of reports that could not be read, of which the rest is only counted. */
const maxProblems = 3;

/** What is not compared, and why. */
function Notes({ before, after, tests }: NotesProps) {
  const pending = jobOutcomes([...(after.jobs ?? [])]).filter(({ status }) => status === "pending").length;
  const problems = tests.state === "ready" ? tests.problems : [];
  return (
    <div className={styles.notes} role="status">
      {tests.state === "reading" ? <span>Loading test reports…</span> : null}
      {tests.state === "none" ? (
        <span>
          Neither #{before.pipeline.id} nor #{after.pipeline.id} has a test report: only jobs are compared.
        </span>
      ) : null}
      {tests.state === "ready" ? (
        <span>
          {tests.before.toLocaleString()} tests before, {tests.after.toLocaleString()} after
        </span>
      ) : null}
      {pending > 0 ? (
        <span>
          {pending} {pending === 1 ? "job has" : "jobs have"} not ended and {pending === 1 ? "is" : "are"} not
          compared.
        </span>
      ) : null}
      {problems.slice(0, maxProblems).map((problem) => (
        <span key={problem} className={styles.warning}>
          {problem}
        </span>
      ))}
      {problems.length > maxProblems ? <span>and {problems.length - maxProblems} more</span> : null}
      {tests.state === "failed" ? (
        <ErrorState
          compact
          {...describeProblem(tests.error)}
          title="The test reports could not be loaded"
          onRetry={tests.retry}
        />
      ) : null}
    </div>
  );
}

const rowHeights = { head: 36, job: 46, test: 46 } as const;

interface ChangeListProps extends ComparisonProps {
  readonly changes: Changes;
  readonly choice: RowChoice;
  /** Whether the reports are still read. */
  readonly isReading: boolean;
}

function ChangeList({ account, project, before, after, changes, choice, isReading }: ChangeListProps) {
  const { kind, text } = choice;
  const rows = useMemo(() => comparisonRows(changes, { kind, text }), [changes, kind, text]);
  const entryOf = useLedgerEntries(account, project);
  const jobIds = useMemo(() => {
    const find = ({ jobs = [] }: ReadPipeline) => {
      const known = new Map<string, number | null>();
      return (suite: string): number | null => {
        const found = known.get(suite) ?? jobOfSuite(jobs, suite)?.id ?? null;
        known.set(suite, found);
        return found;
      };
    };
    return { before: find(before), after: find(after) };
  }, [before, after]);
  if (rows.length === 0 && isReading) return null;
  if (rows.length === 0) {
    const isFiltered = kind !== null || text.trim() !== "";
    return isFiltered ? (
      <EmptyState page icon={SearchX} title="No change matches" description="Remove a filter or show all." />
    ) : (
      <EmptyState
        page
        icon={GitCompareArrows}
        title="No differences"
        description={`Everything ended as in #${before.pipeline.id}, and nothing got much slower: jobs by at least 20 % and 10 s, tests by at least 20 % and 1 s.`}
      />
    );
  }
  const jobsOf = ({ before, after }: Extract<ComparisonRow, { row: "test" }>["change"]) => {
    const suite = (after ?? before)?.job ?? "";
    return {
      before: before?.jobId ?? jobIds.before(suite),
      after: after?.jobId ?? jobIds.after(suite),
    };
  };
  return (
    <VirtualList
      label="Changes"
      role="list"
      className={layout.list ?? ""}
      items={rows}
      scope={`${kind} ${text}`}
      itemKey={({ key }) => key}
      rowHeight={({ row }) => rowHeights[row]}
      isHeading={({ row }) => row === "head"}
      renderItem={(row) =>
        row.row === "head" ? (
          <SectionHead {...row} />
        ) : row.row === "job" ? (
          <JobChangeRow account={account} project={project} change={row.change} />
        ) : (
          <TestChangeRow
            account={account}
            project={project}
            change={row.change}
            entry={entryOfChange(row.change, entryOf)}
            jobs={jobsOf(row.change)}
          />
        )
      }
    />
  );
}

const entryOfChange = (
  { before, after }: Extract<ComparisonRow, { row: "test" }>["change"],
  entryOf: ReturnType<typeof useLedgerEntries>,
) => {
  const test = after ?? before;
  return test ? entryOf(test) : null;
};

/** The heading of a section, with the rule by which its rows are in it. */
function SectionHead({ kind, subject, count, listed }: Extract<ComparisonRow, { row: "head" }>) {
  const rule = changeRules[kind][subject];
  return (
    <h2 className={styles.head}>
      <span>
        {changeWords[kind]} {subject}
      </span>
      <span className={layout.secondary}>
        {listed < count ? `${listed.toLocaleString()} of ${count.toLocaleString()}` : count.toLocaleString()}
      </span>
      {rule ? <span className={cx(layout.secondary)}>{rule}</span> : null}
    </h2>
  );
}
