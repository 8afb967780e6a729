import { expect, it } from "vitest";
import { Limiter, type Priority } from "./limiter.ts";

/** Runs the waiting calls one after the other; returns their names in that order. */
async function orderOf(waiting: readonly (readonly [name: string, priority: Priority])[]): Promise<string[]> {
  const limiter = new Limiter(() => 1);
  const signal = new AbortController().signal;
  const release = await limiter.acquire(signal);
  const order: string[] = [];
  const calls = waiting.map(async ([name, priority]) => {
    const done = await limiter.acquire(signal, { priority });
    order.push(name);
    done();
  });
  release();
  await Promise.all(calls);
  return order;
}

it("starts requests of views before bulk requests", async () => {
  const order = await orderOf([
    ["all pages", "bulk"],
    ["first", "view"],
    ["second", "view"],
  ]);
  expect(order).toEqual(["first", "second", "all pages"]);
});

it("starts a bulk call after at most eight others", async () => {
  const views = Array.from({ length: 20 }, (_, index) => [`view ${index}`, "view"] as const);
  const order = await orderOf([["one", "bulk"], ["two", "bulk"], ...views]);
  expect(order.indexOf("one")).toBe(8);
  expect(order.indexOf("two")).toBe(17);
});

it("leaves the queue when it is canceled, and removes no other call", async () => {
  const limiter = new Limiter(() => 1);
  const release = await limiter.acquire(new AbortController().signal);
  const canceled = new AbortController();
  const first = limiter.acquire(canceled.signal, { priority: "bulk", isCancelable: true });
  const second = limiter.acquire(new AbortController().signal, { priority: "bulk" });
  canceled.abort();
  await expect(first).rejects.toMatchObject({ problem: { code: "canceled" } });
  release();
  (await second)();
  expect(limiter).toMatchObject({ running: 0, queued: 0, cancelable: 0 });
});

it("counts what the user may cancel, running and queued", async () => {
  const counts: number[] = [];
  const limiter = new Limiter(
    () => 1,
    () => counts.push(limiter.cancelable),
  );
  const signal = new AbortController().signal;
  const view = await limiter.acquire(signal, { isCancelable: true });
  const write = limiter.acquire(signal);
  const other = limiter.acquire(signal, { isCancelable: true });
  expect(limiter).toMatchObject({ running: 1, queued: 2, cancelable: 2 });
  view();
  (await write)();
  expect(limiter).toMatchObject({ running: 1, queued: 0, cancelable: 1 });
  (await other)();
  expect(counts.at(-1)).toBe(0);
});
