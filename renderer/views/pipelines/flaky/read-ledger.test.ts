import { expect, it } from "vitest";
import { ledgerLimits } from "../../../../shared/ci/test-ledger-limits.ts";
import { type ListedPipeline, readLedger } from "./read-ledger.ts";

const pipeline = (id: number, status = "success", updated_at = "1"): ListedPipeline => ({
  id,
  sha: `sha${id}`,
  status,
  updated_at,
});

function serviceOf(pipelines: readonly ListedPipeline[], stored = new Map<number, string>()) {
  const read: number[] = [];
  const abort = new AbortController();
  const state = { stopAt: 0, fails: 0, progress: "" };
  const run = () =>
    readLedger(
      {
        listPage: async (page) => ({
          pipelines: pipelines.slice((page - 1) * 100, page * 100),
          hasMore: page * 100 < pipelines.length,
        }),
        known: async () => new Map(stored),
        async read({ id }) {
          read.push(id);
          if (id === state.fails) throw new Error("offline");
          if (id === state.stopAt) abort.abort();
          return id === 999 ? null : [];
        },
        async store({ id, updated_at }) {
          stored.set(id, updated_at ?? "");
        },
        onProgress: (done, total) => {
          state.progress = `${done}/${total}`;
        },
      },
      abort.signal,
    );
  return { read, stored, state, run };
}

it("reads what has ended, newest first, and nothing twice", async () => {
  const pipelines = [pipeline(4), pipeline(3, "running"), pipeline(2, "failed"), pipeline(1)];
  const first = serviceOf(pipelines);
  await first.run();
  expect(first.read).toEqual([4, 2, 1]);
  expect(first.state.progress).toBe("3/3");
  const second = serviceOf(pipelines, first.stored);
  await second.run();
  expect(second.read).toEqual([]);
});

it("reads a pipeline again once it has changed", async () => {
  const { read, run } = serviceOf(
    [pipeline(2), pipeline(1, "success", "2")],
    new Map([
      [2, "1"],
      [1, "1"],
    ]),
  );
  await run();
  expect(read).toEqual([1]);
});

it("goes on where it was stopped, or where the network was lost", async () => {
  const pipelines = Array.from({ length: 10 }, (_, index) => pipeline(10 - index));
  const first = serviceOf(pipelines);
  first.state.stopAt = 7;
  await first.run();
  expect(first.read.length).toBeLessThan(7);
  const second = serviceOf(pipelines, first.stored);
  second.state.fails = 4;
  await expect(second.run()).rejects.toThrow("offline");
  const third = serviceOf(pipelines, second.stored);
  await third.run();
  expect([...third.stored.keys()].toSorted((a, b) => a - b)).toEqual(
    pipelines.map(({ id }) => id).toReversed(),
  );
  // One that was being read when it was stopped is read once more.
  expect(first.read.length + second.read.length + third.read.length).toBeLessThanOrEqual(10 + 4);
});

it("reads as many pipelines as the ledger stores, and stores none that is gone", async () => {
  const many = Array.from({ length: 450 }, (_, index) => pipeline(1_000 - index));
  const { read, stored, run } = serviceOf(many);
  await run();
  expect(read).toHaveLength(ledgerLimits.pipelines);
  expect(stored.has(999)).toBe(false);
});
