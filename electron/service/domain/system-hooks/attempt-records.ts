import { type EndedAttempt, recordAttempts } from "../../store/hooks/hook-deliveries.ts";
import type { Store } from "../../store/store.ts";

/**
 * Stores the results of attempts in batches: each write of its own would wait for the disk, while the service waits for it.
 * What a killed service has not stored is sent again, with the same key.
 */
export class AttemptRecords {
  readonly #store: Store;
  readonly #delayMs: number;
  readonly #on: { readonly stored: () => void; readonly failed: (error: unknown) => void };
  readonly #waiting = new Map<number, EndedAttempt>();
  #timer: NodeJS.Timeout | undefined;

  /** `on.failed` is called where the results could not be stored; they are with the next batch. */
  constructor(
    store: Store,
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
