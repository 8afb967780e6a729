/**
 * A least-recently-used cache; its values together weigh at most `limit` (one each without `weigh`). Our own 30 lines, on
 * `Map`'s order: lru-cache 11.5 weighs too, under BlueOak-1.0.0, which is not a license that Helve accepts, and a
 * version before 11.2.4 (ISC) would get no fixes; quick-lru 7.3 (MIT) counts entries only, where most memory is in caches
 * that weigh. Minified and gzipped: 0.3 KB, 5.9 KB and 1.2 KB.
 */
export class Cache<V extends {}> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Caches a value with its current weight. The newest stays whatever it weighs. */
  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === key) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

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
