import { existsSync } from "node:fs";
import { suiteOf } from "../../../../shared/ci/junit/suite-name.ts";
import { junitPath } from "../../ci/job-files.ts";
import type { JobReport } from "../../ci/thread/read-reports.ts";
import { ciThreadOf } from "../../ci/thread/run-in-thread.ts";
import { listCurrentJobs } from "../../store/ci/jobs.ts";
import type { Pipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { mayReadArtifacts } from "./read-artifacts.ts";

/** Tests of a pipeline in all. */
const maxTests = 100_000;

/** The tests of one suite: of a job, or of the copies of `parallel`. */
export interface TestSuite extends JobReport {
  readonly name: string;
}

/** Returns the tests that the current jobs of a pipeline reported, of those whose artifacts the caller may read. */
export async function readTestSuites(
  caller: Caller,
  project: Project,
  pipeline: Pipeline,
): Promise<readonly TestSuite[]> {
  const { store } = caller;
  const reporting = listCurrentJobs(store, pipeline.id).filter(
    (job) => mayReadArtifacts(caller, project, job) && existsSync(junitPath(store, job.id)),
  );
  const suites: TestSuite[] = [];
  let left = maxTests;
  for (const [name, jobs] of Map.groupBy(reporting, (job) => suiteOf(job.name))) {
    const tests = [];
    let problem: string | null = null;
    for (const job of jobs) {
      if (left <= 0) break;
      const report = await ciThreadOf(store).readReports(junitPath(store, job.id));
      problem ??= report.problem;
      for (const test of report.tests.slice(0, left)) tests.push(test);
      left -= report.tests.length;
    }
    suites.push({ name, tests, problem });
  }
  return suites;
}
