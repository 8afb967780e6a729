import type { WatchIntervals } from "../watches/watches.ts";
import type { MergeQueue } from "./merge-queue.ts";

const growth = 1.5;

/** Steps a queue while it has entries, at intervals that grow while nothing changes. Without entries there is no timer. */
export class QueueTimer {
  readonly #queue: MergeQueue;
  readonly #intervals: WatchIntervals;
  #timer: NodeJS.Timeout | undefined;
  #intervalMs: number;
  #isStepping = false;
  #hasChanged = false;
  #isClosed = false;

  constructor(queue: MergeQueue, intervals: WatchIntervals) {
    this.#queue = queue;
    this.#intervals = intervals;
    this.#intervalMs = intervals.firstIntervalMs;
  }

  /** The queue has changed, or a service is back: the next step is soon. */
  wake(): void {
    this.#hasChanged = true;
    this.#intervalMs = this.#intervals.firstIntervalMs;
    if (!this.#isStepping) this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#queue.pending === 0) return;
    this.#timer = setTimeout(() => void this.#step(), this.#intervalMs);
    this.#timer.unref();
  }

  async #step(): Promise<void> {
    this.#isStepping = true;
    this.#hasChanged = false;
    await this.#queue.step();
    this.#isStepping = false;
    const next = Math.min(this.#intervals.maxIntervalMs, this.#intervalMs * growth);
    this.#intervalMs = this.#hasChanged ? this.#intervals.firstIntervalMs : next;
    this.#schedule();
  }
}
