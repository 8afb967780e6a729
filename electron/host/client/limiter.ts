import type { Optional } from "../../../shared/optional.ts";
import { canceled } from "./network-error.ts";

/** `bulk` waits for requests of visible views. */
export type Priority = "view" | "bulk";

/** Calls of `view` that may start before a waiting one of `bulk`, which would otherwise starve. */
const viewsPerBulk = 8;

/** Properties of a queued call. */
export type CallKind = Optional<{
  priority: Priority;
  /** Whether a view reads it, whose user may cancel it: neither a write nor a read of the host's own. */
  isCancelable: boolean;
}>;

/** Queue that runs a limited number of calls at once. */
export class Limiter {
  readonly #limit: () => number;
  readonly #changed: () => void;
  readonly #waiting: Record<Priority, (() => void)[]> = { view: [], bulk: [] };
  #running = 0;
  #cancelable = 0;
  /** Calls of `view` that were started while one of `bulk` waited. */
  #overtaken = 0;

  constructor(limit: () => number, changed: () => void = () => {}) {
    this.#limit = limit;
    this.#changed = changed;
  }

  /** Starts waiting calls after the limit has grown. */
  widen(): void {
    this.#next();
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#waiting.view.length + this.#waiting.bulk.length;
  }

  /** Running and queued calls that the user may cancel. */
  get cancelable(): number {
    return this.#cancelable;
  }

  /** Waits for a slot. Returns the function that releases it. Throws the problem `canceled`. */
  async acquire(
    signal: AbortSignal,
    { priority = "view", isCancelable = false }: CallKind = {},
  ): Promise<() => void> {
    if (signal.aborted) throw canceled();
    const counted = isCancelable ? 1 : 0;
    this.#cancelable += counted;
    if (this.#running < this.#limit()) this.#running++;
    else {
      await this.#queue(signal, priority).catch((error: unknown) => {
        this.#cancelable -= counted;
        this.#changed();
        throw error;
      });
    }
    this.#changed();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#running--;
      this.#cancelable -= counted;
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
        reject(canceled());
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(start);
      this.#changed();
    });
  }

  #take(): (() => void) | undefined {
    const { view, bulk } = this.#waiting;
    if (bulk.length === 0 || (view.length > 0 && this.#overtaken < viewsPerBulk)) {
      this.#overtaken = bulk.length === 0 ? 0 : this.#overtaken + 1;
      return view.shift();
    }
    this.#overtaken = 0;
    return bulk.shift();
  }

  #next(): void {
    while (this.#running < this.#limit()) {
      const start = this.#take();
      if (!start) return;
      this.#running++;
      start();
    }
  }
}
