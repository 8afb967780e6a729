import type { WorkerRequest } from "./messages.ts";

/** Watches whether a worker's thread is free. */
export interface Watchdog {
  /** Starts to watch, unless it does already; called with each call to the worker. */
  watch(): void;
  /** Records a message of the worker, whose thread is free then. */
  recordMessage(): void;
  /** Pauses the watch; called when no call is waiting. */
  pause(): void;
  stop(): void;
}

/** Number of pings within the limit. */
const pingsPerLimit = 4;

/**
 * Calls `onBlocked` once a worker sent nothing for `limitMs` after pings: one call blocks its thread. A call that
 * awaits, or works in slices, leaves the thread free and may take as long as it needs. Time in which the page itself
 * did not run, such as a suspended machine, does not count.
 */
export function watchWorker(
  limitMs: number,
  worker: { postMessage(message: unknown, transfer: Transferable[]): void },
  onBlocked: () => void,
): Watchdog {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silent = 0;
  // Until its code is loaded and its first call began, a worker replies to nothing.
  let began = false;
  const ping = () => {
    timer = undefined;
    if (silent >= pingsPerLimit) return onBlocked();
    if (began) silent++;
    worker.postMessage({ type: "ping" } satisfies WorkerRequest, []);
    timer = setTimeout(ping, limitMs / pingsPerLimit);
  };
  const pause = () => {
    clearTimeout(timer);
    timer = undefined;
    silent = 0;
  };
  return {
    watch() {
      timer ??= setTimeout(ping, limitMs / pingsPerLimit);
    },
    recordMessage() {
      began = true;
      silent = 0;
    },
    pause,
    stop: pause,
  };
}
