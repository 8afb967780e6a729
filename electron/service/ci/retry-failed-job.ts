import { insertJob, type Job, updateJob } from "../store/ci/jobs.ts";
import type { Store } from "../store/store.ts";
import { type JobDefinition, jobDefinition, mayAlwaysFail } from "./config/job-definition.ts";

/** Values of `retry:when` that match a failure, by its reason. */
const causesOf: Readonly<Record<string, readonly string[]>> = {
  script_failure: ["script_failure"],
  job_execution_timeout: ["job_execution_timeout", "stuck_or_timeout_failure"],
  runner_system_failure: ["runner_system_failure"],
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
export function retryFailedJob(store: Store, job: Job, exitCode: number | null): void {
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
