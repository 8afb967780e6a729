import { staleAfterMs } from "../../ci/usable-runners.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { RunnerManager } from "../../store/ci/runner-managers.ts";
import {
  listRunnerRows,
  type Runner,
  type RunnerOwners,
  type RunnerState,
  type RunnerType,
} from "../../store/ci/runners.ts";
import { Paged, type PageRequest } from "../paged.ts";
import type { SimpleProjectDetails } from "../projects/describe-project.ts";

/** Milliseconds after the last contact for which a runner counts as online, as real services count. */
const onlineForMs = 2 * 60 * 60_000;

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

/** Returns a state by the names of a version; without one by those that the documents have. */
export function statusIn(status: RunnerStatus, version: string | undefined): RunnerStatus {
  const [major = 0, minor = 0] = (version ?? "0").split(".").map(Number);
  if (major > 14 || (major === 14 && minor >= 6)) return status;
  return status === "stale" || status === "never_contacted" ? "offline" : status;
}

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
  /** Machines that ask with the token, null for those who may not change the runner. */
  readonly machines: readonly RunnerManager[] | null;
}

/** Returns a runner with its state now. */
export function describeRunner(store: ServiceStore, runner: Runner): RunnerDetails {
  const now = store.clock.now();
  return {
    runner,
    isOnline: runner.contactedAt === null ? null : isOnline(runner, now),
    status: runnerStatus(runner, now),
  };
}

/** Filters of lists of runners, as the operations name them. */
interface RunnerFilter {
  readonly scope?: RunnerState;
  readonly type?: RunnerType;
  readonly status?: RunnerState;
  readonly tag_list?: readonly string[];
}

/** Returns a page of the runners that pass a filter; of all runners where `of` is undefined. */
export function pageOfRunners(
  store: ServiceStore,
  of: RunnerOwners | undefined,
  { scope, type, status, tag_list: tags }: RunnerFilter,
  { number, perPage }: PageRequest,
): Paged<RunnerDetails> {
  const now = store.clock.now();
  const { runners, total } = listRunnerRows(
    store,
    {
      of,
      type,
      states: [scope, status].filter((state) => state !== undefined),
      tags,
      onlineSince: new Date(now - onlineForMs).toISOString(),
      staleBefore: new Date(now - staleAfterMs).toISOString(),
    },
    perPage,
    (number - 1) * perPage,
  );
  return new Paged(
    runners.map((runner) => describeRunner(store, runner)),
    { total },
  );
}
