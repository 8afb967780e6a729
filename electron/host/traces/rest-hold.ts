import { setTimeout as delay } from "node:timers/promises";

/** Makes the rest of a long trace wait: reading it takes the processor that its first lines need to get to the screen. */
export class RestHold {
  #until = 0;
  #changed = new AbortController();

  /** Makes the rest wait for `ms` from now on. */
  hold(ms: number): void {
    this.#until = Date.now() + ms;
    this.#wake();
  }

  /** Lets the rest be read. */
  release(): void {
    this.#until = 0;
    this.#wake();
  }

  /** Resolves once the rest may be read. Throws when `signal` is aborted. */
  async released(signal: AbortSignal): Promise<void> {
    for (let wait = this.#wait(); wait > 0; wait = this.#wait()) {
      const changed = AbortSignal.any([signal, this.#changed.signal]);
      await delay(wait, undefined, { signal: changed }).catch(() => signal.throwIfAborted());
    }
  }

  #wait(): number {
    return this.#until - Date.now();
  }

  #wake(): void {
    this.#changed.abort();
    this.#changed = new AbortController();
  }
}
