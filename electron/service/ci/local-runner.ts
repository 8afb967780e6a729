import { hostname, platform } from "node:os";
import { findRunnerBySeed, insertRunner, type Runner, touchRunner } from "../store/ci/runners.ts";
import type { Store } from "../store/store.ts";

/** Seed of this machine's runner. Shorter than those of registered ones, so that no token belongs to it. */
const seed = "helve-shell";

/** Returns the runner of this machine, added when it is first needed. */
export const localRunner = (store: Store): Runner =>
  findRunnerBySeed(store, seed) ??
  insertRunner(store, {
    type: "instance_type",
    seed,
    name: "helve-shell",
    description: `Shell on ${hostname()}`,
    platform: platform(),
    architecture: process.arch,
    contactedAt: new Date().toISOString(),
  });

/** Records that the runner of this machine is online, where it was added. */
export function touchLocalRunner(store: Store): void {
  const runner = findRunnerBySeed(store, seed);
  if (runner) touchRunner(store, runner.id, new Date().toISOString());
}
