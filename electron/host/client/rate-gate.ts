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
  readonly #until = new Map<string, number>();
  readonly #emit: (state: RateState) => void;
  #state: RateState | undefined;

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
      this.#until.set(rate.limit === null ? operation : "", Date.now() + rate.wait);
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
    return Math.max(0, until - Date.now());
  }

  /** Waits until a call may be sent. */
  async pass(operation: string, signal: AbortSignal): Promise<void> {
    for (let wait = this.remaining(operation); wait > 0; wait = this.remaining(operation)) {
      await delay(wait, undefined, { signal });
    }
  }
}
