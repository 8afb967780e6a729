/** Queue of one value: a value that was not read yet is replaced by the next one. */
export interface Latest<T> {
  readonly push: (value: T) => void;
  readonly values: AsyncGenerator<T, void>;
}

/** Returns a queue of one value, which ends when `signal` is aborted. */
export function latestOf<T>(signal: AbortSignal): Latest<T> {
  let latest: { readonly value: T } | null = null;
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  async function* read(): AsyncGenerator<T, void> {
    while (!signal.aborted) {
      const found = latest;
      latest = null;
      if (found) yield found.value;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    push(value) {
      latest = { value };
      wake();
    },
    values: read(),
  };
}
