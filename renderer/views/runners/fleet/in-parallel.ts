/**
 * Calls `work` for each item, at most `atOnce` at a time, in order. Ends early, without an error, once `signal` fired:
 * what is under way is awaited, what waits is not begun. `work` must not throw.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
}
