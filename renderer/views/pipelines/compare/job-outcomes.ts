import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { Outcome, OutcomeStatus } from "../../../../shared/ci/compare-outcomes.ts";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import { latestAttempts } from "../../../features/ci/group-jobs.ts";
import type { KnownPipeline } from "../../../features/ci/use-pipeline.ts";

/** A job of a pipeline, by its latest attempt. */
export interface JobOutcome extends Outcome {
  readonly job: Job;
}

function outcomeOf(status: string): OutcomeStatus {
  if (status === "success") return "passed";
  if (status === "failed") return "failed";
  return isActiveStatus(status) ? "pending" : "none";
}

/** Returns the jobs of a pipeline as a comparison needs them. One is flaky where attempts of it failed and passed. */
export const jobOutcomes = (jobs: readonly Job[]): JobOutcome[] =>
  latestAttempts(jobs).map(({ job, earlier }) => {
    const statuses = [job, ...earlier].map(({ status }) => status);
    return {
      // Names are unique in a pipeline; a job that moved to another stage is the same one.
      key: job.name,
      job,
      status: outcomeOf(job.status),
      isFlaky: statuses.includes("success") && statuses.includes("failed"),
      seconds: job.duration ?? null,
    };
  });

/** A pipeline with its jobs, as far as they are loaded. */
export interface ReadPipeline {
  readonly pipeline: KnownPipeline;
  /** With their earlier attempts. */
  readonly jobs: readonly Job[] | undefined;
}
