import { type JobDefinition, jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { timeNow } from "../clock.ts";
import { perService, type ServiceStore } from "../service-store.ts";
import { deleteDeploymentsOfJob } from "../store/ci/environments.ts";
import { type Job, listJobsInState, updateJob } from "../store/ci/jobs.ts";
import type { Runner } from "../store/ci/runners.ts";
import { findUser } from "../store/users/users.ts";
import { advancePipeline } from "./pipeline-state.ts";
import { takesJob } from "./usable-runners.ts";

/** A job that a runner has taken, and no other one can take any more. */
export interface TakenJob {
  readonly job: Job;
  /** With the shorter one of the time limits of the job and its runner. */
  readonly definition: JobDefinition;
  readonly runner: Runner;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A runner that asks for a job. */
interface AskingRunner {
  /** Called once a job waits that may be for the runner. */
  readonly runner: () => Runner;
  /** Returns whether the runner may take jobs of a project. */
  readonly isEnabledFor: (projectId: number) => boolean;
}

/** Result for a runner: a job, or the milliseconds until a delayed one can be taken, infinite for none. */
type Found = { readonly taken: TakenJob } | { readonly taken: null; readonly dueInMs: number };

/**
 * Takes the job that has waited longest of those that a runner may run, for whatever runner asks: the job runs from then on,
 * and is of this runner alone.
 */
export function takeJob(store: ServiceStore, asking: AskingRunner): Found {
  const enabled = new Map<number, boolean>();
  const isEnabled = (projectId: number) => {
    const known = enabled.get(projectId) ?? asking.isEnabledFor(projectId);
    enabled.set(projectId, known);
    return known;
  };
  let dueInMs = Number.POSITIVE_INFINITY;
  let runner: Runner | undefined;
  let inUse: ReadonlySet<string> | undefined;
  for (const job of listJobsInState(store, "pending")) {
    if (!isEnabled(job.projectId)) continue;
    if (isOfBlockedUser(store, job)) {
      refuse(store, job);
      continue;
    }
    runner ??= asking.runner();
    if (!takesJob(store, runner, job)) continue;
    const definition = limitTime(jobDefinition.parse(job.definition), runner);
    const resource = resourceOf(job, definition);
    inUse ??= resourcesInUse(store);
    if (resource !== null && inUse.has(resource)) continue;
    const waitMs = Date.parse(job.queuedAt ?? job.createdAt) + definition.startIn * 1000 - store.clock.now();
    if (waitMs > 0) dueInMs = Math.min(dueInMs, waitMs);
    else {
      const startedAt = timeNow(store);
      if (start(store, job, runner, startedAt)) return { taken: { job, definition, runner, startedAt } };
    }
  }
  return { taken: null, dueInMs };
}

/** Makes a pending job a running one, of a runner. Returns false where it is not pending any more. */
function start(store: ServiceStore, job: Job, { id }: Runner, startedAt: string): boolean {
  return store.transaction(() => {
    if (!updateJob(store, job.id, { status: "running", startedAt, runnerId: id }, ["pending"])) return false;
    advancePipeline(store, job.pipelineId);
    return true;
  });
}

/** Gives a job back that was taken for a runner which never got it: it waits again, as if nobody had taken it. */
export function returnJob(store: ServiceStore, { job }: TakenJob): void {
  store.transaction(() => {
    if (!updateJob(store, job.id, { status: "pending", startedAt: null, runnerId: null }, ["running"]))
      return;
    deleteDeploymentsOfJob(store, job.id);
    advancePipeline(store, job.pipelineId);
  });
}

function isOfBlockedUser(store: ServiceStore, { userId }: Job): boolean {
  return userId !== null && findUser(store, userId)?.state === "blocked";
}

/** Fails a job that waits for a runner, as real services do where its user is blocked. */
function refuse(store: ServiceStore, job: Job): void {
  const refused = { status: "failed", failureReason: "user_blocked", finishedAt: timeNow(store) };
  store.transaction(() => {
    if (updateJob(store, job.id, refused, ["pending"])) advancePipeline(store, job.pipelineId);
  });
}

/** The shorter one of the time limits of a job and its runner counts. */
const limitTime = (definition: JobDefinition, { maximumTimeout }: Runner): JobDefinition => ({
  ...definition,
  timeout: Math.min(definition.timeout, maximumTimeout ?? definition.timeout),
});

/** Resources of jobs that have ended, and whose processes have not yet, by job. */
const lingering = perService(() => new Map<number, string>());

/** Records that a job of this machine has processes. Returns a function that records their end. */
export function holdResource(store: ServiceStore, { job, definition }: TakenJob): () => void {
  const resource = resourceOf(job, definition);
  if (resource !== null) lingering(store).set(job.id, resource);
  return () => lingering(store).delete(job.id);
}

/** Returns the names of the resources that no other job may use now. */
function resourcesInUse(store: ServiceStore): ReadonlySet<string> {
  const running = listJobsInState(store, "running").flatMap(
    (job) => resourceOf(job, jobDefinition.parse(job.definition)) ?? [],
  );
  return new Set([...running, ...lingering(store).values()]);
}

/** Groups are a project's own. */
const resourceOf = ({ projectId }: Job, { resourceGroup }: JobDefinition): string | null =>
  resourceGroup === null ? null : `${projectId} ${resourceGroup}`;
