import { insertJob, type Job, updateJob } from "../store/ci/jobs.ts";
import type { Store } from "../store/store.ts";
import { jobDefinition } from "./job-definition.ts";

/** Adds a failed job again where `retry` permits it, with one retry less. */
export function retryFailedJob(store: Store, job: Job): void {
  const definition = jobDefinition.parse(job.definition);
  if (definition.retries === 0 || job.retried) return;
  store.transaction(() => {
    updateJob(store, job.id, { retried: true });
    insertJob(store, {
      projectId: job.projectId,
      pipelineId: job.pipelineId,
      name: job.name,
      stage: job.stage,
      stageIndex: job.stageIndex,
      status: "pending",
      allowFailure: job.allowFailure,
      tags: job.tags,
      definition: { ...definition, retries: definition.retries - 1 },
      userId: job.userId,
    });
  });
}
