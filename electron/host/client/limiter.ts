import { canceled } from "./service-failure.ts";

/** `bulk` waits while anything that the user looks at waits. */
export type Priority = "view" | "bulk";

/** Lets a limited number of calls run at once; the rest queue. */
export class Limiter {
  readonly #limit: () => number;
  readonly #changed: () => void;
  readonly #waiting: Record<Priority, (() => void)[]> = { view: [], bulk: [] };
  #running = 0;

  constructor(limit: () => number, changed: () => void = () => {}) {
    this.#limit = limit;
    this.#changed = changed;
  }

  /** Starts what may run now that the limit has grown. */
  widen(): void {
    this.#next();
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#waiting.view.length + this.#waiting.bulk.length;
  }

  /** Waits for a place and answers the function that gives it back. Throws the problem `canceled`. */
  async acquire(signal: AbortSignal, priority: Priority = "view"): Promise<() => void> {
    if (signal.aborted) throw canceled();
    if (this.#running < this.#limit()) this.#running++;
    else await this.#queue(signal, priority);
    this.#changed();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#running--;
      this.#next();
      this.#changed();
    };
  }

  #queue(signal: AbortSignal, priority: Priority): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[priority];
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        this.#changed();
        reject(canceled());
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(start);
      this.#changed();
    });
  }

  #next(): void {
    while (this.#running < this.#limit()) {
      const start = this.#waiting.view.shift() ?? this.#waiting.bulk.shift();
      if (!start) return;
      this.#running++;
      start();
    }
  }
}
