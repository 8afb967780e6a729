interface Running<T> {
  readonly result: Promise<T>;
  readonly ending: AbortController;
  /** Callers that wait for it. */
  waiting: number;
}

/** Work that several callers wait for: done once for each key, and ended when the signals of all of them are aborted. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Returns the result of work that is running under this key, or of `work` that is started now. Rejects when `signal` is
   * aborted; without a signal the work runs to its end.
   */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiting++;
    if (!signal) return running.result;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        running.waiting--;
        if (running.waiting === 0) {
          if (this.#running.get(key) === running) this.#running.delete(key);
          running.ending.abort(signal.reason);
        }
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      running.result.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const ending = new AbortController();
    const result = work(ending.signal).finally(() => {
      if (this.#running.get(key)?.result === result) this.#running.delete(key);
    });
    // Callers see how it ends; there may be none left.
    result.catch(() => undefined);
    const running = { result, ending, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }
}
