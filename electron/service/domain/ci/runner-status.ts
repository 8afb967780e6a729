import type { Runner } from "../../store/ci/runners.ts";
import type { SimpleProjectDetails } from "../projects/describe-project.ts";

/** Milliseconds after the last contact for which a runner counts as online, as real services count. */
const onlineForMs = 2 * 60 * 60_000;
/** Milliseconds without contact after which a runner counts as stale. */
const staleAfterMs = 7 * 24 * 60 * 60_000;

/** The states of a runner; `paused` wins over the state of its connection. */
type RunnerStatus = "online" | "offline" | "paused" | "stale" | "never_contacted";

/** Returns whether a runner had contact lately. */
const isOnline = (runner: Runner, now: number): boolean =>
  runner.contactedAt !== null && now - Date.parse(runner.contactedAt) < onlineForMs;

/** Returns the state of a runner's connection. */
function connectionStatus(runner: Runner, now: number): Exclude<RunnerStatus, "paused"> {
  if (runner.contactedAt === null) return "never_contacted";
  if (isOnline(runner, now)) return "online";
  return now - Date.parse(runner.contactedAt) < staleAfterMs ? "offline" : "stale";
}

const runnerStatus = (runner: Runner, now: number): RunnerStatus =>
  runner.active ? connectionStatus(runner, now) : "paused";

/** A runner with its state. */
export interface RunnerDetails {
  readonly runner: Runner;
  /** Null for a runner that never had contact. */
  readonly isOnline: boolean | null;
  readonly status: RunnerStatus;
}

/** Fields of a single runner that depend on the caller. */
export interface SingleRunnerDetails extends RunnerDetails {
  readonly projects: readonly SimpleProjectDetails[];
  /** Its authentication token, null for those who may not change the runner. */
  readonly token: string | null;
}

/** Returns a runner with its state now. */
export function describeRunner(runner: Runner): RunnerDetails {
  const now = Date.now();
  return {
    runner,
    isOnline: runner.contactedAt === null ? null : isOnline(runner, now),
    status: runnerStatus(runner, now),
  };
}

/** Filters of lists of runners. */
export interface RunnerFilter {
  readonly scope?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly tag_list?: readonly string[] | undefined;
}

/** Returns the runners that pass a filter; a runner has to have every tag. */
export function filterRunners(runners: readonly Runner[], filter: RunnerFilter): Runner[] {
  const now = Date.now();
  return runners.filter(
    (runner) =>
      (filter.type === undefined || runner.type === filter.type) &&
      hasState(runner, filter.scope, now) &&
      hasState(runner, filter.status, now) &&
      (filter.tag_list ?? []).every((tag) => runner.tags.includes(tag)),
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
