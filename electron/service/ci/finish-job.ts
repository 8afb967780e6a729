import {
  type JobDefinition,
  jobDefinition,
  mayAlwaysFail,
} from "../../../shared/ci/config/job-definition.ts";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import { updateDeploymentOfJob } from "../store/ci/environments.ts";
import { findJob, insertJob, type Job, updateJob } from "../store/ci/jobs.ts";
import type { JobOutcome } from "./executor/run-job.ts";
import { advancePipeline } from "./pipeline-state.ts";

/** Returns the outcome of a job whose script did not run, or did not end. */
export const failedWith = (reason: string): JobOutcome => ({
  status: "failed",
  reason,
  exitCode: null,
  coverage: null,
});

/**
 * Records how a running job has ended, whatever runner ran it. Returns false, and records nothing, where the job has ended
 * already or was cancelled: each job has exactly one result.
 */
export function finishJob(
  store: ServiceStore,
  job: Job,
  { status, reason, exitCode, coverage }: JobOutcome,
): boolean {
  const { allowedExitCodes } = jobDefinition.parse(job.definition);
  const ended = {
    status,
    failureReason: reason,
    coverage,
    finishedAt: timeNow(store),
    ...(exitCode !== null && allowedExitCodes.includes(exitCode) ? { allowFailure: true } : {}),
  };
  return store.transaction(() => {
    const isFirst = updateJob(store, job.id, ended, ["running"]);
    if (isFirst) {
      updateDeploymentOfJob(store, job.id, status);
      const now = findJob(store, job.projectId, job.id);
      if (now && status === "failed") retryFailedJob(store, now, exitCode);
    }
    advancePipeline(store, job.pipelineId);
    return isFirst;
  });
}

/** Values of `retry:when` that match a failure, by its reason. */
const causesOf: Readonly<Record<string, readonly string[]>> = {
  script_failure: ["script_failure"],
  job_execution_timeout: ["job_execution_timeout", "stuck_or_timeout_failure"],
  stuck_or_timeout_failure: ["stuck_or_timeout_failure"],
  runner_system_failure: ["runner_system_failure"],
  runner_unsupported: ["runner_unsupported"],
};

/** Returns whether `retry` permits another attempt after this failure. */
function mayRetry(
  { retries, retryAfter: { causes, exitCodes } }: JobDefinition,
  reason: string | null,
  exitCode: number | null,
): boolean {
  if (retries === 0) return false;
  if (causes.includes("always") || (exitCode !== null && exitCodes.includes(exitCode))) return true;
  return (causesOf[reason ?? ""] ?? ["unknown_failure"]).some((cause) => causes.includes(cause));
}

/** Adds a failed job again where `retry` permits it, with one retry less and without its delay. */
function retryFailedJob(store: ServiceStore, job: Job, exitCode: number | null): void {
  const definition = jobDefinition.parse(job.definition);
  if (job.retried || !mayRetry(definition, job.failureReason, exitCode)) return;
  store.transaction(() => {
    updateJob(store, job.id, { retried: true });
    insertJob(store, {
      projectId: job.projectId,
      pipelineId: job.pipelineId,
      name: job.name,
      stage: job.stage,
      stageIndex: job.stageIndex,
      status: "pending",
      allowFailure: mayAlwaysFail(job),
      tags: job.tags,
      definition: { ...definition, retries: definition.retries - 1, startIn: 0 },
      userId: job.userId,
    });
  });
}
