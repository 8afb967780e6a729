import { inParallel } from "../../../shared/in-parallel.ts";

/** The result of one entry. */
export interface BulkResult {
  readonly state: "waiting" | "running" | "done" | "failed" | "stopped";
  /** Reason of the failure. */
  readonly message?: string;
}

/** Concurrent requests. */
const concurrency = 4;

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
  await inParallel(entries.entries(), concurrency, async ([index, entry]) => {
    if (signal.aborted) return report(index, { state: "stopped" });
    report(index, { state: "running" });
    try {
      await run(entry);
      report(index, { state: "done" });
    } catch (error) {
      report(index, { state: "failed", message: messageOf(error) });
    }
  });
  return results;
}
