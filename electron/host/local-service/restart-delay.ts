import { setTimeout } from "node:timers/promises";

const firstMs = 100;
const longestMs = 30_000;

/** Returns the milliseconds before a restart of a process that has ended so many times in a row. */
export const restartDelayMs = (failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));

/** Waits before a restart, or until `signal` is aborted. */
export const waitBeforeRestart = (failures: number, signal: AbortSignal): Promise<void> =>
  setTimeout(restartDelayMs(failures), undefined, { signal }).catch(() => undefined);
