import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { suiteOf } from "../../../shared/ci/junit/suite-name.ts";
import { latestAttempts } from "../ci/group-jobs.ts";

/** Returns the job that a suite of tests is of; of the copies of `parallel` the first that failed, else the first. */
export function jobOfSuite(jobs: readonly Job[], suite: string): Job | null {
  const own = latestAttempts(jobs)
    .map(({ job }) => job)
    .filter(({ name }) => suiteOf(name) === suiteOf(suite));
  return own.find(({ status }) => status === "failed") ?? own[0] ?? null;
}
