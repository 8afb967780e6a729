/** The result of one entry. */
export interface BulkResult {
  readonly state: "waiting" | "running" | "done" | "failed" | "stopped";
  /** Why it failed. */
  readonly message?: string;
}

/** Concurrent requests. */
const parallel = 4;

/**
 * Runs an action on each entry, a few at a time, and reports the state of all after every step. A failure does not stop
 * the others; after `signal` no new one is started.
 */
export async function runInBulk<T>(
  entries: readonly T[],
  run: (entry: T) => Promise<void>,
  messageOf: (error: unknown) => string,
  onResults: (results: readonly BulkResult[]) => void,
  signal: AbortSignal,
): Promise<readonly BulkResult[]> {
  let results: readonly BulkResult[] = entries.map(() => ({ state: "waiting" }));
  const report = (index: number, result: BulkResult) => {
    results = results.with(index, result);
    onResults(results);
  };
  const queue = [...entries.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, entry] = next;
      if (signal.aborted) {
        report(index, { state: "stopped" });
        continue;
      }
      report(index, { state: "running" });
      try {
        await run(entry);
        report(index, { state: "done" });
      } catch (error) {
        report(index, { state: "failed", message: messageOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}
