import type { Runner, RunnerDetail } from "../../../../shared/api/resources/runners.ts";
import type { RecentJobs } from "./recent-jobs.ts";

/** The state of a runner's connection, apart from whether it is paused. */
export type Connection = "online" | "offline" | "stale" | "never_contacted" | "unknown";
export type RunnerKind = "instance" | "group" | "project" | "unknown";

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
