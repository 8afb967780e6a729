import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { isActiveStatus } from "./status-style.ts";

/** Milliseconds after which what still runs is read again, while the window is visible. */
export const liveMs = 3000;

/** Milliseconds after which what does not run is read again: others may start it, or add to a list. */
export const idleMs = 60_000;

/** Returns the polling interval of what has these states, undefined where all of it has ended. */
export function pollMs(statuses: readonly string[]): number | undefined {
  if (statuses.some(isActiveStatus)) return liveMs;
  return statuses.every(isEndedStatus) ? undefined : idleMs;
}
