import { setTimeout as delay } from "node:timers/promises";

/** The service's limits, from the headers of a response. */
interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds from now until calls may continue, where the service says so: {@link maxServiceWaitMs} at most. */
  readonly wait: number | null;
}

/** Longest wait that a service can cause, whatever it names: an hour. */
export const maxServiceWaitMs = 3_600_000;
/** `RateLimit-Reset` is a time in seconds since 1970 or, as in the standard's draft, a number of seconds. */
const firstTimestamp = 1_000_000_000;

/** Reads `RateLimit-*` and `Retry-After` (seconds or date); dates count by the service's own clock. */
export function readRateLimit(headers: Headers, now = Date.now()): RateLimit {
  const clock = toDate(headers.get("date")) ?? now;
  const wait = retryAfter(headers.get("retry-after"), clock) ?? untilReset(headers, clock);
  return {
    limit: toCount(headers.get("ratelimit-limit")),
    remaining: toCount(headers.get("ratelimit-remaining")),
    wait: wait === null ? null : Math.min(Math.max(0, wait), maxServiceWaitMs),
  };
}

function retryAfter(value: string | null, clock: number): number | null {
  const seconds = toNumber(value);
  if (seconds !== null) return seconds * 1000;
  const date = toDate(value);
  return date === null ? null : date - clock;
}

function untilReset(headers: Headers, clock: number): number | null {
  const reset = toNumber(headers.get("ratelimit-reset"));
  if (reset === null) return null;
  return reset < firstTimestamp ? reset * 1000 : reset * 1000 - clock;
}

/** Returns a number that is not negative, which may be infinite; null for anything else. */
const toNumber = (text: string | null): number | null =>
  text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null;

function toCount(text: string | null): number | null {
  const number = toNumber(text);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

/** Returns the time of an HTTP date; `Date.parse` takes numbers for years, too. */
function toDate(text: string | null): number | null {
  const time = /[a-z]{3}.*:/i.test(text ?? "") ? Date.parse(text ?? "") : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

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
