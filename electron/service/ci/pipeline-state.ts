import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import type { JobDefinition } from "./config/job-definition.ts";

/** A job as far as the order of a pipeline needs it. */
export interface PlannedJob {
  readonly id: number;
  readonly name: string;
  readonly stageIndex: number;
  readonly status: string;
  readonly allowFailure: boolean;
  readonly definition: Pick<JobDefinition, "needs" | "when">;
}

/** A job that has not begun yet and can leave the state `created`. */
export interface JobMove {
  readonly id: number;
  readonly to: "pending" | "manual" | "skipped";
}

/** An optional manual job does not block the stages after it. */
const isSettled = (job: PlannedJob): boolean =>
  isEndedStatus(job.status) || (job.status === "manual" && job.allowFailure);

const passed = (job: PlannedJob): boolean =>
  job.status === "success" ||
  job.status === "manual" ||
  (job.allowFailure && (job.status === "failed" || job.status === "canceled"));

/** Jobs that did not run: what needs one of them by name is skipped, until it was started. */
const didNotRun = new Set(["skipped", "manual"]);

/**
 * Returns which jobs of a pipeline leave the state `created` now. A job waits for its `needs`, or for every job of
 * the earlier stages. A skipped job of an earlier stage counts as passed only where it was skipped by its own `when`.
 */
export function nextMoves(jobs: readonly PlannedJob[]): JobMove[] {
  return jobs
    .filter(({ status }) => status === "created")
    .flatMap((job) => {
      const before = predecessors(job, jobs);
      if (!before.every(isSettled)) return [];
      const failed = before.some((other) => !passed(other) && other.status !== "skipped");
      const blocked = job.definition.needs !== null && before.some(({ status }) => didNotRun.has(status));
      return [{ id: job.id, to: destination(job.definition.when, failed, blocked) }];
    });
}

function predecessors(job: PlannedJob, jobs: readonly PlannedJob[]): PlannedJob[] {
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
export function pipelineStatus(jobs: readonly Pick<PlannedJob, "status" | "allowFailure">[]): string {
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
