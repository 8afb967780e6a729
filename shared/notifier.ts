/** Notifies whoever waits for a change, or listens to changes. What has changed, each looks up itself. */
export class Notifier {
  readonly #listeners = new Set<() => void>();

  /** Calls the listeners and ends all waits. */
  readonly notify = (): void => {
    for (const listener of [...this.#listeners]) listener();
  };

  /** Calls back after each change; returns the function that ends this, for `useSyncExternalStore` too. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // A listener that is added twice is called twice.
    const call = () => listener();
    this.#listeners.add(call);
    return () => void this.#listeners.delete(call);
  };

  /**
   * Resolves at the next change, or when `signal` is aborted. None is missed where what is waited for is checked in the
   * same turn: `while (!isThere() && !signal.aborted) await changes.next(signal)`.
   */
  async next(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#listeners.add(wake);
    signal?.addEventListener("abort", wake, { once: true });
    await promise;
    this.#listeners.delete(wake);
    signal?.removeEventListener("abort", wake);
  }
}
