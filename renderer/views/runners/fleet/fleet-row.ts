import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { Runner, RunnerDetail } from "../../../../shared/api/resources/runners.ts";

/** The state of a runner's connection, apart from whether it is paused. */
export type Connection = "online" | "offline" | "stale" | "never_contacted" | "unknown";
type RunnerKind = "instance" | "group" | "project" | "unknown";

/** Asks services that have them for all of these states. */
export const withAllStates = { version: "14.6" } as const;

export const connections = ["online", "offline", "stale", "never_contacted"] as const;
export const runnerKinds = ["instance", "group", "project"] as const;

/** A runner as the console shows it: its list entry, and what was read of its details and jobs so far. */
export interface FleetRow {
  readonly id: number;
  readonly runner: Runner;
  readonly detail: RunnerDetail | undefined;
  readonly jobs: RecentJobs | undefined;
  /** Whether details or jobs that are missing could not be read. */
  readonly hasFailed?: boolean;
}

/** Joins what is known of a runner; details are newer than the list's entry. */
export function fleetRow(runner: Runner, detail?: RunnerDetail, jobs?: RecentJobs): FleetRow {
  return { id: runner.id, runner: detail ? { ...runner, ...detail } : runner, detail, jobs };
}

/** Returns what a runner is called: its description, else its name, else its number. */
export const runnerName = ({ id, description, name }: Pick<Runner, "id" | "description" | "name">): string =>
  description?.trim() || name?.trim() || `Runner ${id}`;

export const isPaused = ({ paused, active, status }: Runner): boolean =>
  paused ?? (!active || status === "paused");

/** Returns the state of the connection; older services name only `paused` for a runner that is paused. */
export function connectionOf({ status, online }: Runner): Connection {
  const known = connections.find((name) => name === status);
  if (known) return known;
  if (online === true) return "online";
  if (online === false) return "offline";
  return online === null ? "never_contacted" : "unknown";
}

/** Returns who may use a runner, by whether it is shared where the service does not report its type. */
export function runnerKind({ runner_type, is_shared }: Runner): RunnerKind {
  const kind = runnerKinds.find((name) => runner_type === `${name}_type`);
  return kind ?? (is_shared ? "instance" : "unknown");
}

export const connectionLabels: Readonly<Record<Connection, string>> = {
  online: "Online",
  offline: "Offline",
  stale: "Stale",
  never_contacted: "Never contacted",
  unknown: "Unknown",
};

export const kindLabels: Readonly<Record<RunnerKind, string>> = {
  instance: "Instance",
  group: "Group",
  project: "Project",
  unknown: "Not shared",
};

/** First version that has `paused`; from then on `active` is deprecated, and both together are refused. */
const pausedSince = [14, 8] as const;

/** Returns the field that pauses or resumes a runner on a service of this version; `active` where it is hidden. */
export function activity(version: string | null, paused: boolean): { paused: boolean } | { active: boolean } {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  const isNew =
    Number(major) > pausedSince[0] || (Number(major) === pausedSince[0] && Number(minor) >= pausedSince[1]);
  return isNew ? { paused } : { active: !paused };
}

/** Jobs of a runner that the failure rate counts. */
export const recentJobCount = 100;

/** The fields of a runner's job that the console shows. */
export interface RecentJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  /** Full path of its project, null where the service does not name it. */
  readonly project: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** The last jobs of a runner, newest first. */
export interface RecentJobs {
  readonly jobs: readonly RecentJob[];
  /** The newest job that runs now, null where none does. */
  readonly current: RecentJob | null;
  readonly running: number;
  readonly failed: number;
  /** Jobs that ended with success or failure: the base of the failure rate. */
  readonly finished: number;
  /** 0 to 1; null where no job ended. */
  readonly failureRate: number | null;
}

/** Reduces the last jobs of a runner to what the console shows. Canceled and skipped jobs count as neither. */
export function summariseJobs(jobs: readonly Job[]): RecentJobs {
  const recent = jobs
    .map((job) => ({
      id: job.id,
      name: job.name,
      status: job.status,
      project: job.project?.path_with_namespace ?? null,
      startedAt: job.started_at ?? null,
      finishedAt: job.finished_at ?? null,
    }))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, recentJobCount);
  const running = recent.filter(({ status }) => status === "running");
  const failed = recent.filter(({ status }) => status === "failed").length;
  const finished = failed + recent.filter(({ status }) => status === "success").length;
  return {
    jobs: recent,
    current: running[0] ?? null,
    running: running.length,
    failed,
    finished,
    failureRate: finished === 0 ? null : failed / finished,
  };
}

/** Text of a failure rate: "12%"; a dash where no job ended. */
export const rateText = (rate: number | null): string => (rate === null ? "–" : `${Math.round(rate * 100)}%`);
