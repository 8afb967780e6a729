import type { Runner } from "../store/ci/runners.ts";

/** Milliseconds after the last contact for which a runner counts as online, as real services count. */
const onlineForMs = 2 * 60 * 60_000;
/** Milliseconds without contact after which a runner counts as stale. */
const staleAfterMs = 7 * 24 * 60 * 60_000;

/** The states of a runner; `paused` wins over the state of its connection. */
export type RunnerStatus = "online" | "offline" | "paused" | "stale" | "never_contacted";

/** Returns whether a runner had contact lately. */
export const isOnline = (runner: Runner, now: number): boolean =>
  runner.contactedAt !== null && now - Date.parse(runner.contactedAt) < onlineForMs;

export function connectionStatus(runner: Runner, now: number): Exclude<RunnerStatus, "paused"> {
  if (runner.contactedAt === null) return "never_contacted";
  if (isOnline(runner, now)) return "online";
  return now - Date.parse(runner.contactedAt) < staleAfterMs ? "offline" : "stale";
}

export const runnerStatus = (runner: Runner, now: number): RunnerStatus =>
  runner.active ? connectionStatus(runner, now) : "paused";

/** Filters of lists of runners. */
export interface RunnerFilter {
  readonly scope?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Returns whether a runner passes a filter; a runner has to have every tag. */
export function matchesRunner(runner: Runner, filter: RunnerFilter, now: number): boolean {
  return (
    (filter.type === undefined || runner.type === filter.type) &&
    hasState(runner, filter.scope, now) &&
    hasState(runner, filter.status, now) &&
    (filter.tags ?? []).every((tag) => runner.tags.includes(tag))
  );
}

function hasState(runner: Runner, state: string | undefined, now: number): boolean {
  switch (state) {
    case undefined:
      return true;
    case "active":
      return runner.active;
    case "paused":
      return !runner.active;
    case "shared":
      return runner.type === "instance_type";
    case "specific":
      return runner.type === "project_type";
    default:
      return connectionStatus(runner, now) === state;
  }
}
