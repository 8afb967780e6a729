import { jobDefinition } from "../../ci/config/job-definition.ts";
import { type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import { listOlderActivePipelines, type Pipeline } from "../../store/ci/pipelines.ts";
import type { Store } from "../../store/store.ts";
import { cancelJob } from "./jobs.ts";

/**
 * Cancels the pipelines of earlier pushes to the same branch or merge request, unless a job of theirs has begun that must
 * not be interrupted.
 */
export function cancelRedundantPipelines(store: Store, pipeline: Pipeline): void {
  for (const older of listOlderActivePipelines(store, pipeline)) {
    const jobs = listCurrentJobs(store, older.id);
    if (!jobs.every(mayBeCanceled)) continue;
    for (const job of jobs) cancelJob(store, job);
  }
}

const mayBeCanceled = ({ startedAt, definition }: Job): boolean =>
  startedAt === null || jobDefinition.parse(definition).interruptible;
