import { setTimeout as delay } from "node:timers/promises";
import type { RateLimit } from "./rate-limit.ts";

/** An account's rate limit as the page gets it. */
export interface RateState {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resumesAt: string | null;
}

/** Share of the limit under which the page gets the remaining calls. */
const scarceShare = 0.1;

/** Delays an account's calls while its rate limit is exhausted: all of them, or those of one operation. */
export class RateGate {
  /** Times by a clock that nobody sets, so that no wait grows. */
  readonly #until = new Map<string, number>();
  readonly #emit: (state: RateState) => void;
  #state: RateState | undefined;
  #lift = new AbortController();
  #end: NodeJS.Timeout | undefined;

  constructor(emit: (state: RateState) => void) {
    this.#emit = emit;
  }

  /** The latest emitted state, if any. */
  get state(): RateState | undefined {
    return this.#state;
  }

  /** Records the limits of a response. `refused`: it was a 429. A limit without `RateLimit-*` is that operation's own. */
  recordLimit(operation: string, rate: RateLimit, refused: boolean): void {
    const exhausted = rate.remaining === 0 || refused;
    if (exhausted && rate.wait !== null && rate.wait > 0) {
      this.#until.set(rate.limit === null ? operation : "", performance.now() + rate.wait);
      this.#emitEnd(rate.wait);
    }
    const scarce =
      rate.limit !== null && rate.remaining !== null && rate.remaining < rate.limit * scarceShare;
    if (!exhausted && !scarce && !this.#state) return;
    const resumesAt = exhausted && rate.wait !== null ? new Date(Date.now() + rate.wait).toISOString() : null;
    if (!exhausted && !scarce && rate.limit === null) return;
    const next = { limit: rate.limit, remaining: rate.remaining, resumesAt };
    const unchanged = this.#state?.resumesAt === resumesAt && this.#state.remaining === next.remaining;
    this.#state = exhausted || scarce ? next : undefined;
    if (!unchanged) this.#emit(next);
  }

  /** Milliseconds until a call of this operation may be sent. */
  remaining(operation: string): number {
    const until = Math.max(this.#until.get("") ?? 0, this.#until.get(operation) ?? 0);
    return Math.max(0, until - performance.now());
  }

  /** Waits until a call may be sent. */
  async pass(operation: string, signal: AbortSignal): Promise<void> {
    for (let wait = this.remaining(operation); wait > 0; wait = this.remaining(operation)) {
      await this.pause(wait, signal);
    }
  }

  /** Waits some milliseconds, or until the user lifts the wait. Throws where `signal` is aborted. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    const lifted = this.#lift.signal;
    await delay(ms, undefined, { signal: AbortSignal.any([signal, lifted]) }).catch((error: unknown) => {
      if (signal.aborted || !lifted.aborted) throw error;
    });
  }

  /** Ends every wait: the user wants to try now. */
  lift(): void {
    this.#until.clear();
    this.#lift.abort();
    this.#lift = new AbortController();
    this.#resume();
  }

  close(): void {
    clearTimeout(this.#end);
  }

  #emitEnd(wait: number): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#resume(), wait).unref();
  }

  /** Emits that calls are sent again. */
  #resume(): void {
    clearTimeout(this.#end);
    if (!this.#state || this.#state.resumesAt === null) return;
    const next = { limit: this.#state.limit, remaining: null, resumesAt: null };
    this.#state = undefined;
    this.#emit(next);
  }
}
