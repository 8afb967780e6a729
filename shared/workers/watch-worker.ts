import type { Request } from "./messages.ts";

/** Watches whether a worker's thread is free. */
export interface Watchdog {
  /** Starts to watch, where it does not yet: a call was made. */
  watch(): void;
  /** The worker sent a message, so its thread is free. */
  heard(): void;
  /** No call is waiting. */
  rest(): void;
  stop(): void;
}

/** Pings of a worker within its limit. */
const asked = 4;

/**
 * Calls `onBlocked` once a worker sent nothing for `limitMs` though it was pinged: one call blocks its thread. A call
 * that awaits, or works in slices, leaves the thread free and may take as long as it needs. Time in which the page
 * itself did not run, such as a suspended machine, does not count.
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
  const ask = () => {
    timer = undefined;
    if (silent >= asked) return onBlocked();
    if (began) silent++;
    worker.postMessage({ type: "ping" } satisfies Request, []);
    timer = setTimeout(ask, limitMs / asked);
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    silent = 0;
  };
  return {
    watch() {
      timer ??= setTimeout(ask, limitMs / asked);
    },
    heard() {
      began = true;
      silent = 0;
    },
    rest,
    stop: rest,
  };
}
