import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { isActiveStatus } from "./status-style.ts";

/** Milliseconds after which running jobs and pipelines are read again, while the window is visible. */
export const liveMs = 3000;

/** Milliseconds after which ended jobs and pipelines are read again: others may restart them, or add to a list. */
export const idleMs = 60_000;

/** Returns the polling interval for these states, undefined where all have ended. */
export function pollMs(statuses: readonly string[]): number | undefined {
  if (statuses.some(isActiveStatus)) return liveMs;
  return statuses.every(isEndedStatus) ? undefined : idleMs;
}
