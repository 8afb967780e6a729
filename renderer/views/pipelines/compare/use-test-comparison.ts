import { useEffect, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { readTestSources } from "../../../features/test-reports/read-test-sources.ts";
import { type OpenPipelineTests, openPipelineTests } from "../../../workers/junit/junit-engine.ts";
import type { TestComparison } from "../../../workers/junit/pipeline-test-types.ts";

/** A pipeline whose tests are read. */
interface TestedPipeline {
  readonly id: number;
  readonly sha: string;
  /** With their earlier attempts; undefined until they are loaded. */
  readonly jobs: readonly Job[] | undefined;
}

export type TestComparisonState =
  | { readonly state: "reading" }
  /** No job of either pipeline has a report. */
  | { readonly state: "none" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }
  | {
      readonly state: "ready";
      readonly comparison: TestComparison;
      /** Tests of each pipeline. */
      readonly before: number;
      readonly after: number;
      /** Reports that could not be read. */
      readonly problems: readonly string[];
    };

/** Compares the tests of two pipelines, once their jobs are loaded, and again when one of these ends. */
export function useTestComparison(
  account: string,
  project: string,
  before: TestedPipeline,
  after: TestedPipeline,
): TestComparisonState {
  const [state, setState] = useState<TestComparisonState>({ state: "reading" });
  const [attempt, setAttempt] = useState(0);
  const isReady = before.jobs !== undefined && after.jobs !== undefined;
  const ended = [before, after]
    .map(({ jobs }) => (jobs ?? []).map(({ id, status }) => `${id} ${status}`))
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for other jobs, or on request
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    const { signal } = controller;
    const opened: OpenPipelineTests[] = [];
    const show = (next: TestComparisonState) => signal.aborted || setState(next);
    const read = async ({ id, jobs }: TestedPipeline) => {
      const { sources, problems } = await readTestSources(
        { account, project, pipeline: id },
        { jobs, signal },
      );
      const tests = await openPipelineTests(sources);
      if (signal.aborted) tests.close();
      else opened.push(tests);
      return { tests, problems: [...problems, ...tests.problems].map((problem) => `#${id}: ${problem}`) };
    };
    const compare = async () => {
      const [left, right] = await Promise.all([read(before), read(after)]);
      if (signal.aborted) return;
      if (left.tests.total + right.tests.total === 0 && left.problems.length + right.problems.length === 0) {
        return show({ state: "none" });
      }
      const comparison = await right.tests.compareWith(left.tests, before.sha === after.sha);
      const problems = [...left.problems, ...right.problems];
      show({
        state: "ready",
        comparison,
        before: left.tests.total,
        after: right.tests.total,
        problems,
      });
    };
    const close = () => {
      for (const tests of opened.splice(0)) tests.close();
    };
    compare()
      .catch((error: unknown) =>
        show({ state: "failed", error, retry: () => setAttempt((count) => count + 1) }),
      )
      // The rows are here: the worker need not store the tests any longer.
      .finally(close);
    return () => {
      controller.abort();
      close();
    };
  }, [account, project, before.id, after.id, isReady, ended, attempt]);
  return state;
}
