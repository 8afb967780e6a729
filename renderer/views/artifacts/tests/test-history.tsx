import { useQueries, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { fetchOperation, requestOperation } from "../../../api/fetch-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { hasArchive, readArtifactFile } from "../../../features/test-reports/artifact-source.tsx";
import { TestIcon, testStatusLabels } from "../../../features/test-reports/test-icon.tsx";
import { testSearch } from "../../../features/test-reports/test-search.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds, RelativeTime } from "../../../ui/values/time.tsx";
import { findTest } from "../../../workers/junit/junit-engine.ts";
import type { TestDetails, TestRow } from "../../../workers/junit/junit-types.ts";
import styles from "./tests.module.css";

interface TestHistoryProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly test: TestDetails;
  /** Whether earlier reports are read: it costs a request for each. */
  readonly shown: boolean;
  readonly onShow: () => void;
}

/** Results of a test in the runs of its job before this one. */
export function TestHistory({ account, project, job, test, shown, onShow }: TestHistoryProps) {
  const history = useTestHistory({ account, project, job }, test, shown);
  if (!shown) {
    return (
      <div>
        <Button icon={History} onClick={onShow}>
          Show the last {maxRuns} runs
        </Button>
      </div>
    );
  }
  if (history.error)
    return <ErrorState compact {...describeProblem(history.error)} onRetry={history.retry} />;
  const known = history.runs.filter((run) => run.test);
  // Of the default branch where the job's own has none.
  const ref = history.runs[0]?.job.ref;
  const failed = known.filter((run) => run.test && isFailure(run.test)).length;
  return (
    <>
      <p className={layout.muted} role="status">
        {history.isPending ? (
          "Loading reports of earlier runs…"
        ) : history.runs.length === 0 ? (
          `There are no earlier runs of ${job.name} with a report.`
        ) : (
          <>
            Failed in {failed} of {known.length} earlier {known.length === 1 ? "run" : "runs"}
            {ref ? (
              <>
                {" "}
                on <bdi>{ref}</bdi>
              </>
            ) : null}
          </>
        )}
      </p>
      <ol className={styles.runs} aria-label="Earlier runs, newest first">
        {history.runs.map((run) => (
          <Run key={run.job.id} run={run} account={account} project={project} />
        ))}
      </ol>
    </>
  );
}

const isFailure = ({ status }: TestRow): boolean => status === "failed" || status === "error";

interface RunProps {
  readonly run: TestRun;
  readonly account: string;
  readonly project: string;
}

function Run({ run: { job, test, error }, account, project }: RunProps) {
  const params = { account, project };
  return (
    <li className={styles.run}>
      {test ? <TestIcon status={test.status} /> : <span className={styles.none} />}
      <span>
        {test
          ? testStatusLabels[test.status].word
          : error
            ? "Could not be loaded"
            : test === null
              ? "Not in this report"
              : "…"}
      </span>
      <AppLink
        href={hrefs.jobTab(params.account, params.project, job.id, "tests", test ? testSearch(test) : {})}
        className={styles.runLink}
      >
        #{job.id}
      </AppLink>
      {job.commit ? (
        <AppLink
          href={hrefs.commit(params.account, params.project, job.commit.id)}
          className={cx(layout.ellipsis, styles.commit)}
          title={job.commit.title}
        >
          <code>{job.commit.short_id}</code> {job.commit.title}
        </AppLink>
      ) : null}
      <span className={styles.when}>{job.finished_at ? <RelativeTime time={job.finished_at} /> : null}</span>
      <span className={cx(layout.small, styles.seconds, styles.paneSeconds)}>
        {test?.seconds == null ? "" : formatSeconds(test.seconds)}
      </span>
    </li>
  );
}

/** One earlier run of the job. */
interface TestRun {
  readonly job: Job;
  /** The test in that run; null where the run has no report or not this test. Undefined while it is read. */
  readonly test: TestRow | null | undefined;
  readonly error: unknown;
}

interface TestHistoryState {
  /** Newest first. */
  readonly runs: readonly TestRun[];
  readonly isPending: boolean;
  readonly error: unknown;
  retry(): void;
}

interface JobScope {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** Reads a test from the reports of earlier runs of its job, one file of each. Reads nothing until `enabled`. */
function useTestHistory(scope: JobScope, details: TestDetails, enabled: boolean): TestHistoryState {
  const { account, project, job } = scope;
  const { report, group, name } = details;
  const jobs = useQuery({
    queryKey: ["earlier-runs", account, project, job.id],
    queryFn: ({ signal }) => earlierRuns(scope, signal),
    enabled,
    staleTime: 5 * 60_000,
    meta: { reads: ["jobs"] },
  });
  const earlier = enabled ? (jobs.data ?? []) : [];
  return useQueries({
    queries: earlier.map((run) => ({
      queryKey: ["earlier-test", account, project, run.id, report, group, name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        testOf({ account, project, job: run.id }, report, { group, name }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { reads: [] },
    })),
    combine: (results) => ({
      runs: results.flatMap(({ data, error }, index) => {
        const run = earlier[index];
        return run ? [{ job: run, test: data, error }] : [];
      }),
      isPending: enabled && (jobs.isPending || results.some((result) => result.isPending)),
      error: jobs.error,
      retry: () => void jobs.refetch(),
    }),
  });
}

async function earlierRuns({ account, project, job }: JobScope, signal: AbortSignal): Promise<Job[]> {
  const { default_branch } = await fetchOperation(account, getProject, { id: project }, signal);
  return findEarlierRuns(job, default_branch ?? null, async (page) => {
    const input = {
      id: project,
      scope: ["success", "failed"] as ("success" | "failed")[],
      per_page: 100,
      page,
    };
    const { data, paging } = await requestOperation(account, listJobs, input, { signal });
    return { jobs: data.filter(hasArchive), hasMore: data.length > 0 && paging.nextPage !== null };
  });
}

async function testOf(
  source: { readonly account: string; readonly project: string; readonly job: number },
  report: string,
  test: { readonly group: string; readonly name: string },
  signal: AbortSignal,
): Promise<TestRow | null> {
  try {
    const bytes = await (await readArtifactFile(source, report, signal)).arrayBuffer();
    return await findTest({ path: report, bytes }, test, signal);
  } catch (error) {
    if (toProblem(error).code === "not_found") return null;
    throw error;
  }
}

type EarlierJob = Pick<Job, "id" | "name" | "ref">;

/** Runs returned at most. */
export const maxRuns = 10;
/** Pages of jobs searched at most. */
export const maxHistoryPages = 5;

/**
 * Returns the newest ended jobs of the same name before a job: those of its own branch or tag, or, where it has none, of the
 * default branch. `readPage` returns the jobs that have a report, newest first.
 */
export async function findEarlierRuns<J extends EarlierJob>(
  job: EarlierJob,
  defaultBranch: string | null,
  readPage: (page: number) => Promise<{ readonly jobs: readonly J[]; readonly hasMore: boolean }>,
): Promise<J[]> {
  const own: J[] = [];
  const onDefault: J[] = [];
  for (let page = 1; page <= maxHistoryPages && own.length < maxRuns; page++) {
    const { jobs, hasMore } = await readPage(page);
    const before = jobs.filter(({ id, name }) => id < job.id && name === job.name);
    own.push(...before.filter(({ ref }) => ref === job.ref));
    onDefault.push(...before.filter(({ ref }) => ref === defaultBranch));
    if (!hasMore) break;
  }
  return (own.length > 0 ? own : onDefault).slice(0, maxRuns);
}
