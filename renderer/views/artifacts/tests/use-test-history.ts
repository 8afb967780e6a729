import { useQueries, useQuery } from "@tanstack/react-query";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { fetchOperation, requestOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { findTest } from "../../../workers/junit/junit-engine.ts";
import type { TestDetails, TestRow } from "../../../workers/junit/junit-types.ts";
import { readFile } from "../archive/artifact-source.ts";
import { hasArchive } from "../archive/no-artifacts.tsx";
import { findEarlierRuns } from "./find-earlier-runs.ts";

/** One earlier run of the job. */
export interface TestRun {
  readonly job: Job;
  /** The test in that run; null where the run has no report or not this test. Undefined while it is read. */
  readonly test: TestRow | null | undefined;
  readonly error: unknown;
}

export interface TestHistoryState {
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
export function useTestHistory(scope: JobScope, details: TestDetails, enabled: boolean): TestHistoryState {
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
    const bytes = await (await readFile(source, report, signal)).arrayBuffer();
    return await findTest({ path: report, bytes }, test, signal);
  } catch (error) {
    if (toProblem(error).code === "not_found") return null;
    throw error;
  }
}
