import { expect, it } from "vitest";
import { type BulkResult, runInBulk } from "./run-in-bulk.ts";

const messageOf = (error: unknown) => (error as Error).message;

it("does every entry, a few at a time, and reports each by itself", async () => {
  let running = 0;
  let most = 0;
  const steps: (readonly BulkResult[])[] = [];
  const run = async (entry: number) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (entry === 3) throw new Error("Job is not retryable");
  };
  const entries = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const results = await runInBulk(
    entries,
    run,
    messageOf,
    (now) => steps.push(now),
    new AbortController().signal,
  );
  expect(most).toBe(4);
  expect(results.map(({ state }) => state)).toEqual(
    entries.map((entry) => (entry === 3 ? "failed" : "done")),
  );
  expect(results[3]?.message).toBe("Job is not retryable");
  expect(steps.at(-1)).toEqual(results);
});

it("begins nothing more once it is stopped", async () => {
  const stop = new AbortController();
  const done: number[] = [];
  const run = async (entry: number) => {
    done.push(entry);
    stop.abort();
  };
  const results = await runInBulk([0, 1, 2, 3, 4, 5], run, messageOf, () => undefined, stop.signal);
  expect(done).toHaveLength(1);
  expect(results.map(({ state }) => state)).toEqual(["done", ...Array(5).fill("stopped")]);
});
