import { type JobDefinition, jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import { findSourceJob, type Job, listCurrentJobs, updateJob } from "../store/ci/jobs.ts";
import { pipelineStatusOf, updatePipelineState } from "../store/ci/pipelines.ts";
import { eventChannel } from "../store/event-channel.ts";

/** A job as far as the order of a pipeline needs it. */
interface OrderedJob {
  readonly id: number;
  readonly name: string;
  readonly stageIndex: number;
  readonly status: string;
  readonly allowFailure: boolean;
  readonly isBridge: boolean;
  readonly definition: Pick<JobDefinition, "needs" | "when">;
}

/** A job that has not begun yet and can leave the state `created`. */
interface JobMove {
  readonly id: number;
  readonly isBridge: boolean;
  readonly to: "pending" | "manual" | "skipped";
}

/** An optional manual job does not block the stages after it. */
const isSettled = (job: OrderedJob): boolean =>
  isEndedStatus(job.status) || (job.status === "manual" && job.allowFailure);

const passed = (job: OrderedJob): boolean =>
  job.status === "success" ||
  job.status === "manual" ||
  (job.allowFailure && (job.status === "failed" || job.status === "canceled"));

/** Jobs that did not run: what needs one of them by name is skipped, until it was started. */
const didNotRun = new Set(["skipped", "manual"]);

/**
 * Returns which jobs of a pipeline leave the state `created` now. A job waits for its `needs`, or for every job of
 * the earlier stages. A skipped job of an earlier stage counts as passed only where it was skipped by its own `when`.
 */
function nextMoves(jobs: readonly OrderedJob[]): JobMove[] {
  return jobs
    .filter(({ status }) => status === "created")
    .flatMap((job) => {
      const before = predecessors(job, jobs);
      if (!before.every(isSettled)) return [];
      const failed = before.some((other) => !passed(other) && other.status !== "skipped");
      const blocked = job.definition.needs !== null && before.some(({ status }) => didNotRun.has(status));
      const to = destination(job.definition.when, failed, blocked);
      return [{ id: job.id, isBridge: job.isBridge, to }];
    });
}

function predecessors(job: OrderedJob, jobs: readonly OrderedJob[]): OrderedJob[] {
  const { needs } = job.definition;
  if (needs === null) return jobs.filter(({ stageIndex }) => stageIndex < job.stageIndex);
  const names = new Set(needs.map((need) => need.job));
  return jobs.filter(({ name }) => names.has(name));
}

function destination(when: JobDefinition["when"], failed: boolean, blocked: boolean): JobMove["to"] {
  switch (when) {
    case "always":
      return "pending";
    case "on_failure":
      return failed ? "pending" : "skipped";
    case "manual":
      return failed || blocked ? "skipped" : "manual";
    default:
      return failed || blocked ? "skipped" : "pending";
  }
}

/** Returns the state that the jobs of a pipeline add up to. */
export function pipelineStatus(jobs: readonly Pick<OrderedJob, "status" | "allowFailure">[]): string {
  const has = (status: string) => jobs.some((job) => job.status === status);
  const blocking = (status: string) => jobs.some((job) => job.status === status && !job.allowFailure);
  if (jobs.length === 0) return "skipped";
  if (has("running")) return "running";
  const begun = jobs.some(({ status }) => isEndedStatus(status) && status !== "skipped");
  if (has("pending")) return begun ? "running" : "pending";
  if (has("created")) return blocking("manual") ? "manual" : begun ? "running" : "created";
  if (blocking("failed")) return "failed";
  if (blocking("canceled")) return "canceled";
  if (blocking("manual")) return "manual";
  if (jobs.every(({ status }) => status === "skipped" || status === "manual")) return "skipped";
  return "success";
}

const toPlannedJob = (job: Job): OrderedJob => ({
  id: job.id,
  name: job.name,
  stageIndex: job.stageIndex,
  status: job.status,
  allowFailure: job.allowFailure,
  isBridge: job.isBridge,
  definition: jobDefinition.parse(job.definition),
});

/** Moves the jobs of a pipeline that may begin or are skipped now, and records the state they add up to. */
export function advancePipeline(store: ServiceStore, pipelineId: number): void {
  store.transaction(() => {
    for (;;) {
      const moves = nextMoves(listCurrentJobs(store, pipelineId).map(toPlannedJob));
      if (moves.length === 0) break;
      const now = timeNow(store);
      for (const { id, isBridge, to } of moves) {
        if (isBridge && to === "pending") startBridge(store, id, ["created"]);
        else updateJob(store, id, { status: to, queuedAt: to === "pending" ? now : undefined }, ["created"]);
      }
    }
    const jobs = listCurrentJobs(store, pipelineId);
    const status = pipelineStatus(jobs);
    const startedAt = jobs.flatMap((job) => job.startedAt ?? []).toSorted()[0] ?? null;
    const finishedAt = isEndedStatus(status)
      ? (jobs
          .flatMap((job) => job.finishedAt ?? [])
          .toSorted()
          .at(-1) ?? timeNow(store))
      : null;
    const before = pipelineStatusOf(store, pipelineId);
    updatePipelineState(store, pipelineId, { status, startedAt, finishedAt });
    const projectId = jobs[0]?.projectId;
    if (status !== before && projectId !== undefined)
      pipelineStatusChanged.emit(store, { projectId, pipelineId });
    if (status !== before && isEndedStatus(status) && projectId !== undefined)
      pipelineEnded.emit(store, { projectId, pipelineId, status });
    if (status !== before) updateBridgeOf(store, pipelineId);
  });
  jobChanges.emit(store);
}

/**
 * Starts a job that has a pipeline in place of a script, where it is in one of these states. No runner takes it: it is never pending.
 * Returns whether it was started.
 */
export function startBridge(
  store: ServiceStore,
  jobId: number,
  from: readonly string[],
  userId?: number,
): boolean {
  const now = timeNow(store);
  const started = { status: "running", queuedAt: now, startedAt: now, finishedAt: null, userId };
  if (!updateJob(store, jobId, started, from)) return false;
  bridgeStarted.emit(store, { jobId });
  return true;
}

/** Emits when a job has to start its pipeline, in the transaction that records it. */
export const bridgeStarted = eventChannel<{ readonly jobId: number }>();

/** States of a job that depends on a pipeline, by those of the pipeline; the job runs in its other states. */
const stateOfBridge: Readonly<Record<string, string>> = {
  success: "success",
  failed: "failed",
  // As on real services: what was to run did not.
  skipped: "failed",
  canceled: "canceled",
};

/** Records the state of the job that started a pipeline and depends on it, and advances its own pipeline. */
export function updateBridgeOf(store: ServiceStore, pipelineId: number): void {
  const job = findSourceJob(store, pipelineId);
  if (!job || job.retried || !jobDefinition.parse(job.definition).trigger?.depends) return;
  const to = stateOfBridge[pipelineStatusOf(store, pipelineId) ?? ""] ?? "running";
  const ended = { status: to, finishedAt: to === "running" ? null : timeNow(store) };
  const from = to === "running" ? ["success", "failed", "canceled"] : ["running"];
  if (updateJob(store, job.id, ended, from)) advancePipeline(store, job.pipelineId);
}

/** Emits when a pipeline of a store has another status, in the transaction that records it. */
export const pipelineStatusChanged = eventChannel<{
  readonly projectId: number;
  readonly pipelineId: number;
}>();

/** Emits when a pipeline of a store has ended, in the transaction that records it. */
export const pipelineEnded = eventChannel<{
  readonly projectId: number;
  readonly pipelineId: number;
  readonly status: string;
}>();

/** Emits when jobs of a store may have to be started or ended. */
export const jobChanges = eventChannel();
