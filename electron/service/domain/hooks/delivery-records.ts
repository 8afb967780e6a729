import type { Clock } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type EndedAttempt, recordAttempts } from "../../store/hooks/hook-deliveries.ts";

/**
 * Stores the results of attempts in batches: each write of its own would wait for the disk, while the service waits for it.
 * What a killed service has not stored is sent again, with the same key.
 */
export class AttemptRecords {
  readonly #store: ServiceStore;
  readonly #delayMs: number;
  readonly #on: { readonly stored: () => void; readonly failed: (error: unknown) => void };
  readonly #waiting = new Map<number, EndedAttempt>();
  #timer: NodeJS.Timeout | undefined;

  /** `on.failed` is called where the results could not be stored; they are with the next batch. */
  constructor(
    store: ServiceStore,
    delayMs: number,
    on: { readonly stored: () => void; readonly failed: (error: unknown) => void },
  ) {
    this.#store = store;
    this.#delayMs = delayMs;
    this.#on = on;
  }

  add(attempt: EndedAttempt): void {
    this.#waiting.set(attempt.delivery.id, attempt);
    this.#timer ??= setTimeout(() => this.flush(), this.#delayMs);
  }

  /** Deliveries whose result is not stored yet. */
  ids(): Iterable<number> {
    return this.#waiting.keys();
  }

  /** Hooks with a delivery that is tried again once its result is stored: what is due later would overtake it. */
  hooks(): number[] {
    return [...this.#waiting.values()]
      .filter(({ change }) => change.state === "pending")
      .map(({ delivery }) => delivery.hookId);
  }

  /** Stores what an earlier batch could not. */
  retry(): void {
    if (this.#timer === undefined) this.flush();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    try {
      recordAttempts(this.#store, [...this.#waiting.values()]);
      this.#waiting.clear();
      this.#on.stored();
    } catch (error) {
      this.#on.failed(error);
    }
  }
}

interface Failing {
  /** Attempts that failed one after the other. */
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Failed responses in a row that do not pause a hook: a receiver may refuse a kind of event and take the others. */
const toleratedResponses = 3;

/**
 * Hooks whose last attempt failed, and the time until which nothing is sent to each of them: it grows with every failure,
 * so that a receiver that is gone costs a few attempts an hour, however much happens meanwhile.
 */
export class HookPauses {
  readonly #failing = new Map<number, Failing>();
  readonly #clock: Clock;
  readonly #delaysMs: readonly number[];

  /** `delaysMs`: pauses after the first failure, the second, and so on; the last one is repeated. */
  constructor(clock: Clock, delaysMs: readonly number[]) {
    this.#clock = clock;
    this.#delaysMs = delaysMs;
  }

  succeeded(hookId: number): void {
    this.#failing.delete(hookId);
  }

  /** Counts a failure and pauses the hook. `responded`: the receiver was reached. */
  failed(hookId: number, { responded }: { readonly responded: boolean }): void {
    const failures = this.failuresOf(hookId) + 1;
    const pauses = responded ? failures - toleratedResponses : failures;
    const delayMs = pauses > 0 ? (this.#delaysMs[Math.min(pauses, this.#delaysMs.length) - 1] ?? 0) : 0;
    this.#failing.set(hookId, { failures, until: this.#clock.now() + delayMs });
  }

  /** Ends the pause of a hook. */
  resume(hookId: number): void {
    const failing = this.#failing.get(hookId);
    if (failing) this.#failing.set(hookId, { ...failing, until: 0 });
  }

  /** Returns how many attempts failed one after the other. */
  failuresOf = (hookId: number): number => this.#failing.get(hookId)?.failures ?? 0;

  /** Returns the time until which a hook is paused, 0 where it is not: milliseconds since the epoch. */
  endOf = (hookId: number): number => this.#failing.get(hookId)?.until ?? 0;

  isFailing = (hookId: number): boolean => this.#failing.has(hookId);

  /** Returns the hooks whose last attempt failed: those that may be tried again now, and those that are paused. */
  list(now: number): { readonly ready: number[]; readonly paused: number[]; readonly nextEnd: number } {
    const [ready, paused]: [number[], number[]] = [[], []];
    let nextEnd = Number.POSITIVE_INFINITY;
    for (const [hookId, { until }] of this.#failing) {
      if (until <= now) ready.push(hookId);
      else {
        paused.push(hookId);
        nextEnd = Math.min(nextEnd, until);
      }
    }
    return { ready, paused, nextEnd };
  }
}
