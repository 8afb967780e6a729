/**
 * Calls `work` for each item in order, at most `concurrency` at a time, and resolves when all are done. Once `signal`
 * fired or `work` threw, no further item is begun; throws what `work` threw first, and nothing for `signal`.
 *
 * Our own, since `p-map` collects results that none of the callers need, and rejects where a signal fires.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async () => {
    while (!hasFailed && !signal?.aborted) {
      const { done, value } = waiting.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
