/** Intervals of reading a trace that is followed. Times in ms. */
export interface Polling {
  /** Interval while bytes arrive. */
  readonly firstIntervalMs: number;
  /** Maximum interval while nothing arrives. */
  readonly maxIntervalMs: number;
  /** Time for which a trace is read on without followers. */
  readonly linger: number;
  /** Time that a service may need to store the last lines of a job that has ended. */
  readonly settle: number;
  /** Maximum time that the rest of a long trace waits for its first lines to be drawn. */
  readonly draw: number;
  /**
   * The same while a view of it is only likely to be opened: longer than a page waits for that view and `linger`
   * together, so that a log that nobody opens is not read on.
   */
  readonly ahead: number;
}

export const defaultPolling: Polling = {
  ...{ firstIntervalMs: 1000, maxIntervalMs: 10_000, linger: 5000, settle: 3000 },
  ...{ draw: 400, ahead: 20_000 },
};

/** Interval before the next read: short while bytes arrive, longer the longer nothing arrives or the service fails. */
export class PollInterval {
  readonly #polling: Polling;
  #intervalMs: number;

  constructor(polling: Polling) {
    this.#polling = polling;
    this.#intervalMs = polling.firstIntervalMs;
  }

  /** Returns whether the last read brought bytes. */
  get isShort(): boolean {
    return this.#intervalMs === this.#polling.firstIntervalMs;
  }

  /** Returns the interval in ms after a read. `tookMs`: a whole trace that takes long is not read without a break. */
  after(result: "grown" | "same" | "failed", tookMs: number): number {
    const { firstIntervalMs, maxIntervalMs } = this.#polling;
    this.#intervalMs = result === "grown" ? firstIntervalMs : Math.min(maxIntervalMs, this.#intervalMs * 1.5);
    return Math.max(this.#intervalMs, Math.min(maxIntervalMs, tookMs * 2));
  }
}
