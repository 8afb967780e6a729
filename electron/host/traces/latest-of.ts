/** Values that are pushed, of which only the latest one waits for a slow reader. */
export interface Latest<T> {
  readonly push: (value: T) => void;
  /** Ends when the signal is aborted. */
  readonly values: AsyncGenerator<T, void>;
}

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
