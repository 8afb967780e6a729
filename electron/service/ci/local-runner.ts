import { hostname, platform } from "node:os";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import { findRunnerBySeed, insertRunner, type Runner, touchRunner } from "../store/ci/runners.ts";

/** Seed of this machine's runner. Shorter than those of registered ones, so that no token belongs to it. */
const seed = "helve-shell";

/** Returns the runner of this machine, added when it is first needed. */
export const localRunner = (store: ServiceStore): Runner =>
  findRunnerBySeed(store, seed) ??
  insertRunner(store, {
    type: "instance_type",
    seed,
    name: "helve-shell",
    description: `Shell on ${hostname()}`,
    platform: platform(),
    architecture: process.arch,
    contactedAt: timeNow(store),
  });

/** Records that the runner of this machine is online, where it was added. */
export function touchLocalRunner(store: ServiceStore): void {
  const runner = findRunnerBySeed(store, seed);
  if (runner) touchRunner(store, runner.id, timeNow(store));
}

/** Returns whether a job that runs is one of this machine's, or of a runner that was deleted since. */
export const isOfLocalRunner = (store: ServiceStore, runnerId: number | null): boolean =>
  runnerId === null || runnerId === findRunnerBySeed(store, seed)?.id;
