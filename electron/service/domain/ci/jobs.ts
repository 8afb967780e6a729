import { advancePipeline } from "../../ci/advance-pipeline.ts";
import { jobDefinition, mayAlwaysFail } from "../../ci/config/job-definition.ts";
import { removeJobFiles } from "../../ci/job-files.ts";
import { httpError } from "../../http/http-error.ts";
import { updateDeploymentOfJob } from "../../store/ci/deployments.ts";
import {
  deleteArtifacts,
  findJob,
  insertJob,
  type Job,
  listCurrentJobs,
  updateJob,
} from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";

/** States of jobs that have not ended. */
export const unfinishedStates = ["created", "pending", "running", "manual"];
const retryable = ["success", "failed", "canceled"];

/** Returns the job of an id in a project. Throws 404. */
export function requireJob(store: Store, project: Project, id: number): Job {
  const job = findJob(store, project.id, id);
  if (!job) throw httpError(404, "404 Not found");
  return job;
}

/** Cancels a job that has not ended; an ended one is not changed. The runner ends the job's processes. */
export function cancelJob(store: Store, job: Job): void {
  const now = new Date().toISOString();
  store.transaction(() => {
    if (!updateJob(store, job.id, { status: "canceled", finishedAt: now }, unfinishedStates)) return;
    updateDeploymentOfJob(store, job.id, "canceled");
    advancePipeline(store, job.pipelineId);
  });
}

/**
 * Replaces an ended job by a pending copy; jobs that were skipped after it wait again. Returns its id. Throws 403
 * where the job cannot be retried.
 */
export function retryJob(store: Store, job: Job, user: User): number {
  if (!retryable.includes(job.status) || job.retried) throw httpError(403, "Job is not retryable");
  return store.transaction(() => {
    const added = replaceJob(store, job, user, "pending");
    reviveSkippedJobs(store, job.pipelineId, user);
    advancePipeline(store, job.pipelineId);
    return added;
  });
}

/**
 * Replaces the failed and cancelled jobs of a pipeline by copies that run in the order of the pipeline: each waits for
 * the jobs before it, and manual ones wait to be started again.
 */
export function retryEndedJobs(store: Store, pipelineId: number, user: User): void {
  store.transaction(() => {
    const ended = listCurrentJobs(store, pipelineId).filter(({ status }) => unsuccessful.has(status));
    for (const job of ended) replaceJob(store, job, user, "created");
    if (ended.length > 0) reviveSkippedJobs(store, pipelineId, user);
    advancePipeline(store, pipelineId);
  });
}

const unsuccessful = new Set(["failed", "canceled"]);

/**
 * Adds a copy of a job with a state, which replaces the job in the pipeline. A pending copy does not wait for its delay
 * again. Returns the copy's id.
 */
function replaceJob(store: Store, job: Job, user: User, status: "created" | "pending"): number {
  updateJob(store, job.id, { retried: true });
  const definition = jobDefinition.parse(job.definition);
  return insertJob(store, {
    projectId: job.projectId,
    pipelineId: job.pipelineId,
    name: job.name,
    stage: job.stage,
    stageIndex: job.stageIndex,
    status,
    allowFailure: mayAlwaysFail(job),
    tags: job.tags,
    definition: status === "pending" ? { ...definition, startIn: 0 } : definition,
    userId: user.id,
  });
}

/**
 * Sets all skipped jobs of a pipeline to waiting, as jobs of who retries or starts one of its jobs; those that still have
 * to be skipped are skipped when it advances.
 */
function reviveSkippedJobs(store: Store, pipelineId: number, user: User): void {
  for (const { id } of listCurrentJobs(store, pipelineId)) {
    updateJob(store, id, { status: "created", finishedAt: null, userId: user.id }, ["skipped"]);
  }
}

/** Starts a manual job; jobs that were skipped without it wait again. Throws 400 where it is not a waiting manual one. */
export function playJob(store: Store, job: Job, user: User): void {
  const changes = { status: "pending", queuedAt: new Date().toISOString(), userId: user.id };
  store.transaction(() => {
    if (!updateJob(store, job.id, changes, ["manual"])) throw httpError(400, "Unplayable Job");
    reviveSkippedJobs(store, job.pipelineId, user);
    advancePipeline(store, job.pipelineId);
  });
}

/** Removes the log and the artifacts of an ended job. Throws 403 where there is nothing to erase. */
export function eraseJob(store: Store, job: Job): void {
  const now = new Date().toISOString();
  const changes = { erasedAt: now, artifactsExpireAt: null };
  if (job.erasedAt !== null || !updateJob(store, job.id, changes, retryable)) {
    throw httpError(403, "Job is not erasable!");
  }
  deleteArtifacts(store, job.id);
  removeJobFiles(store, job.id);
}
