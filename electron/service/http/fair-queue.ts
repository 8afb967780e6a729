import { HttpError } from "./http-error.ts";

/** Limits of running work, in all and per caller, and of waiting work per caller. */
export interface FairLimits {
  readonly atOnce: number;
  readonly perCaller: number;
  readonly waiting: number;
}

interface Caller {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Shares slots among callers by round robin, so that a caller with a thousand requests does not delay one with a single
 * request.
 */
export class FairQueue {
  readonly #limits: FairLimits;
  /** Callers in the order of their turns. */
  readonly #callers = new Map<string, Caller>();
  #running = 0;

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with a function that releases the slot, once there is one. Throws 429 where too many calls of this caller
   * wait already, and the reason of `signal` where it is aborted meanwhile.
   */
  async acquire(name: string, signal: AbortSignal): Promise<() => void> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: [] };
    this.#callers.set(name, caller);
    if (this.#mayRun(caller)) this.#take(caller);
    else {
      if (caller.waiting.length >= this.#limits.waiting) throw new HttpError(429, { message: "Retry later" });
      await this.#wait(caller, signal);
    }
    let active = true;
    return () => {
      if (!active) return;
      active = false;
      caller.running--;
      this.#running--;
      this.#next();
      if (caller.running === 0 && caller.waiting.length === 0) this.#callers.delete(name);
    };
  }

  #mayRun({ running }: Caller): boolean {
    return this.#running < this.#limits.atOnce && running < this.#limits.perCaller;
  }

  #take(caller: Caller): void {
    caller.running++;
    this.#running++;
  }

  #wait(caller: Caller, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        caller.waiting.splice(caller.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", leave);
        this.#take(caller);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
      caller.waiting.push(start);
    });
  }

  /** Assigns a free slot to the next caller. */
  #next(): void {
    for (const [name, caller] of this.#callers) {
      if (caller.waiting.length === 0 || !this.#mayRun(caller)) continue;
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      caller.waiting.shift()?.();
      return;
    }
  }
}
