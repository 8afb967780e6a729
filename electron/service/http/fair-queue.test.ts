import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const never = new AbortController().signal;

test("one caller's flood does not delay another caller's first request", async () => {
  const queue = new FairQueue({ atOnce: 3, perCaller: 2, waiting: 100 });
  const releases = [await queue.acquire("hungry", never), await queue.acquire("hungry", never)];
  const order: string[] = [];
  const waiting = Array.from({ length: 50 }, () =>
    queue.acquire("hungry", never).then((release) => {
      order.push("hungry");
      release();
    }),
  );
  const release = await queue.acquire("modest", never);
  order.push("modest");
  release();
  for (const give of releases) give();
  await Promise.all(waiting);
  expect(order).toHaveLength(51);
  expect(order[0]).toBe("modest");
});

test("callers take turns", async () => {
  const queue = new FairQueue({ atOnce: 1, perCaller: 1, waiting: 100 });
  const first = await queue.acquire("a", never);
  const order: string[] = [];
  const run = (name: string) =>
    queue.acquire(name, never).then((release) => {
      order.push(name);
      release();
    });
  const all = [run("a"), run("a"), run("a"), run("b"), run("c")];
  first();
  await Promise.all(all);
  expect(order.slice(0, 3).toSorted()).toEqual(["a", "b", "c"]);
});

test("never exceeds its limits, and refuses work beyond the longest queue", async () => {
  const queue = new FairQueue({ atOnce: 4, perCaller: 2, waiting: 3 });
  const state = { running: 0, peak: 0 };
  const work = async (name: string) => {
    const release = await queue.acquire(name, never);
    state.peak = Math.max(state.peak, ++state.running);
    await new Promise((resolve) => setImmediate(resolve));
    state.running--;
    release();
  };
  const results = await Promise.allSettled(
    ["a", "b", "c"].flatMap((name) => Array.from({ length: 7 }, () => work(name))),
  );
  const refused = results.filter(({ status }) => status === "rejected");
  expect(state).toEqual({ running: 0, peak: 4 });
  expect(refused.map((result) => "reason" in result && result.reason.status)).toEqual(refused.map(() => 429));
  expect(refused.length).toBeGreaterThan(3);
});

test("an aborted request leaves the queue to the next one", async () => {
  const queue = new FairQueue({ atOnce: 1, perCaller: 1, waiting: 9 });
  const release = await queue.acquire("a", never);
  const leaving = new AbortController();
  const left = queue.acquire("b", leaving.signal);
  const next = queue.acquire("b", never);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  release();
  (await next)();
});
