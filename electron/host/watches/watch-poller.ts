import { isWatchEnd, type Watch } from "../../../shared/host/watches.ts";

/** Intervals between two reads of one watched thing: the first one, and the one that it grows to. */
export interface WatchIntervals {
  readonly firstIntervalMs: number;
  readonly maxIntervalMs: number;
}

export const defaultIntervals: WatchIntervals = { firstIntervalMs: 2000, maxIntervalMs: 60_000 };
const growth = 1.5;

export interface WatchPollerOptions {
  readonly intervals: WatchIntervals;
  /** Reads a state from the service. */
  readonly read: (watch: Watch, signal: AbortSignal) => Promise<string>;
  /** Called after each read that succeeded; never after `stop`. */
  readonly onState: (watch: Watch, status: string) => void;
}

interface Poll {
  readonly watch: Watch;
  readonly abort: AbortController;
  timer: NodeJS.Timeout | undefined;
  intervalMs: number;
  status: string | null;
  isReading: boolean;
}

/**
 * Reads the state of each watched thing until it has ended, at most one request of each at a time, at intervals that grow
 * while nothing changes. With nothing to watch there is no timer and no request.
 */
export class WatchPoller {
  readonly #options: WatchPollerOptions;
  readonly #polls = new Map<string, Poll>();

  constructor(options: WatchPollerOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#polls.size;
  }

  /** Reads a watch now, and then repeatedly. Resolves after the first read, whether it succeeded or not. */
  async start(watch: Watch): Promise<void> {
    this.stop(watch.key);
    const { firstIntervalMs } = this.#options.intervals;
    const poll = {
      watch,
      abort: new AbortController(),
      timer: undefined,
      intervalMs: firstIntervalMs,
      status: watch.status,
      isReading: false,
    };
    this.#polls.set(watch.key, poll);
    await this.#read(poll);
  }

  stop(key: string): void {
    const poll = this.#polls.get(key);
    if (!poll) return;
    this.#polls.delete(key);
    clearTimeout(poll.timer);
    poll.abort.abort();
  }

  /** Reads all watches of an account now, after a reconnect. */
  wake(accountId: string): void {
    for (const poll of this.#polls.values()) {
      if (poll.watch.accountId !== accountId || poll.isReading) continue;
      poll.intervalMs = this.#options.intervals.firstIntervalMs;
      void this.#read(poll);
    }
  }

  close(): void {
    for (const key of [...this.#polls.keys()]) this.stop(key);
  }

  async #read(poll: Poll): Promise<void> {
    const { read, onState } = this.#options;
    const { watch, abort } = poll;
    clearTimeout(poll.timer);
    poll.isReading = true;
    try {
      const status = await read(watch, abort.signal);
      if (abort.signal.aborted) return;
      if (isWatchEnd({ kind: watch.kind, status: poll.status }, status)) this.stop(watch.key);
      this.#widen(poll, status !== poll.status);
      poll.status = status;
      onState(watch, status);
    } catch {
      this.#widen(poll, false);
    } finally {
      poll.isReading = false;
      if (this.#polls.get(watch.key) === poll) {
        poll.timer = setTimeout(() => void this.#read(poll), poll.intervalMs);
        poll.timer.unref();
      }
    }
  }

  #widen(poll: Poll, changed: boolean): void {
    const { firstIntervalMs, maxIntervalMs } = this.#options.intervals;
    poll.intervalMs = changed ? firstIntervalMs : Math.min(maxIntervalMs, poll.intervalMs * growth);
  }
}
