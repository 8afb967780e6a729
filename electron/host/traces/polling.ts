/** Intervals of reading a trace that is followed. Times in ms. */
export interface Polling {
  /** Pause while bytes arrive. */
  readonly first: number;
  /** Longest pause while nothing arrives. */
  readonly longest: number;
  /** Time for which a trace is read on without followers. */
  readonly linger: number;
  /** Time that a service may need to store the last lines of a job that has ended. */
  readonly settle: number;
  /** Maximum time that the rest of a long trace waits for its first lines to be drawn. */
  readonly draw: number;
  /**
   * The same while a view of it is only likely to be opened: longer than a page waits for that view and `linger` together,
   * so that a log that nobody opens is not read on.
   */
  readonly ahead: number;
}

export const defaultPolling: Polling = {
  ...{ first: 1000, longest: 10_000, linger: 5000, settle: 3000 },
  ...{ draw: 400, ahead: 20_000 },
};

/** The pause before the next read: short while bytes arrive, longer the longer nothing arrives or the service fails. */
export class PollPause {
  readonly #polling: Polling;
  #pause: number;

  constructor(polling: Polling) {
    this.#polling = polling;
    this.#pause = polling.first;
  }

  /** Whether the last read brought bytes. */
  get isShort(): boolean {
    return this.#pause === this.#polling.first;
  }

  /** Returns the pause after a read. `tookMs`: a whole trace that takes long is not read without a break. */
  after(result: "grown" | "same" | "failed", tookMs: number): number {
    const { first, longest } = this.#polling;
    this.#pause = result === "grown" ? first : Math.min(longest, this.#pause * 1.5);
    return Math.max(this.#pause, Math.min(longest, tookMs * 2));
  }
}
