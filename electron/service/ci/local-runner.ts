import { randomBytes } from "node:crypto";
import { hostname, platform } from "node:os";
import { findRunnerByName, insertRunner, type Runner, touchRunner } from "../store/ci/runners.ts";
import type { Store } from "../store/store.ts";

const name = "helve-shell";

/** Returns the runner of this machine, added when it is first needed, and records its contact. */
export function localRunner(store: Store): Runner {
  const now = new Date().toISOString();
  const runner =
    findRunnerByName(store, name) ??
    insertRunner(store, {
      type: "instance_type",
      seed: randomBytes(9).toString("base64url"),
      name,
      description: `Shell on ${hostname()}`,
      platform: platform(),
      architecture: process.arch,
    });
  touchRunner(store, runner.id, now);
  return runner;
}
