import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { type Job, listCurrentJobs, updateJob } from "../store/ci/jobs.ts";
import { updatePipelineState } from "../store/ci/pipelines.ts";
import type { Store } from "../store/store.ts";
import { jobDefinition } from "./config/job-definition.ts";
import { jobChanges } from "./job-changes.ts";
import { nextMoves, type PlannedJob, pipelineStatus } from "./pipeline-state.ts";

export const toPlannedJob = (job: Job): PlannedJob => ({
  id: job.id,
  name: job.name,
  stageIndex: job.stageIndex,
  status: job.status,
  allowFailure: job.allowFailure,
  definition: jobDefinition.parse(job.definition),
});

/** Moves the jobs of a pipeline that may begin or are skipped now, and records the state they add up to. */
export function advancePipeline(store: Store, pipelineId: number): void {
  store.transaction(() => {
    for (;;) {
      const moves = nextMoves(listCurrentJobs(store, pipelineId).map(toPlannedJob));
      if (moves.length === 0) break;
      const now = new Date().toISOString();
      for (const { id, to } of moves) {
        updateJob(store, id, { status: to, ...(to === "pending" ? { queuedAt: now } : {}) }, ["created"]);
      }
    }
    const jobs = listCurrentJobs(store, pipelineId);
    const status = pipelineStatus(jobs);
    const startedAt = jobs.flatMap((job) => job.startedAt ?? []).toSorted()[0] ?? null;
    const finishedAt = isEndedStatus(status)
      ? (jobs
          .flatMap((job) => job.finishedAt ?? [])
          .toSorted()
          .at(-1) ?? new Date().toISOString())
      : null;
    updatePipelineState(store, pipelineId, { status, startedAt, finishedAt });
  });
  jobChanges.emit(store);
}
