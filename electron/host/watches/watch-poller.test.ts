import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Watch } from "../../../shared/host/watches.ts";
import { WatchPoller } from "./watch-poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watchOf = (id: number, accountId = "a"): Watch => ({
  key: `${accountId}.job.${id}`,
  accountId,
  kind: "job",
  project: "team/app",
  id,
  name: "test",
  ref: "main",
  path: "/",
  status: null,
  addedAt: "2026-01-01T00:00:00Z",
  endedAt: null,
});

function pollerOf(read: (watch: Watch) => string | Error | Promise<string>) {
  const reads: number[] = [];
  const states: string[] = [];
  const under = { now: 0, max: 0 };
  const poller = new WatchPoller({
    intervals: { firstIntervalMs: 1000, maxIntervalMs: 8000 },
    async read(watch) {
      reads.push(Date.now());
      under.max = Math.max(under.max, ++under.now);
      try {
        const result = await read(watch);
        if (result instanceof Error) throw result;
        return result;
      } finally {
        under.now--;
      }
    },
    onState: ({ key }, status) => void states.push(`${key} ${status}`),
  });
  const gaps = () => reads.slice(1).map((time, index) => time - (reads[index] ?? 0));
  return { poller, reads, states, under, gaps };
}

test("intervals grow while nothing changes, and are short again after a change", async () => {
  let status = "pending";
  const { poller, gaps } = pollerOf(() => status);
  await poller.start(watchOf(1));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(gaps().slice(0, 5)).toEqual([1000, 1500, 2250, 3375, 5062].map((gap) => expect.closeTo(gap, -1)));
  expect(Math.max(...gaps())).toBeLessThanOrEqual(8000);
  status = "running";
  await vi.advanceTimersByTimeAsync(8000);
  expect(gaps()).toContain(1000);
  expect(gaps().lastIndexOf(1000)).toBeGreaterThan(5);
  poller.close();
});

test("nothing is read once it has ended, is gone or is no longer watched", async () => {
  const results = new Map([
    [1, "success"],
    [2, "not_found"],
  ]);
  const { poller, reads, states } = pollerOf(({ id }) => results.get(id) ?? "running");
  for (const id of [1, 2, 3]) await poller.start(watchOf(id));
  expect(poller.size).toBe(1);
  poller.stop(watchOf(3).key);
  const before = reads.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads.length).toBe(before);
  expect(states).toEqual(["a.job.1 success", "a.job.2 not_found", "a.job.3 running"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an unreachable service is polled at growing intervals, and at once after a reconnect", async () => {
  let offline = true;
  const { poller, reads, states } = pollerOf(() => (offline ? new Error("offline") : "running"));
  await poller.start(watchOf(1));
  await poller.start(watchOf(2, "b"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads.length).toBeLessThan(30);
  offline = false;
  poller.wake("a");
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(["a.job.1 running"]);
  poller.close();
});

test("a slow read blocks no other, and is never duplicated", async () => {
  const slow = Promise.withResolvers<string>();
  const { poller, states, under } = pollerOf(({ id }) => (id === 1 ? slow.promise : "running"));
  void poller.start(watchOf(1));
  await poller.start(watchOf(2));
  poller.wake("a");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.every((state) => state === "a.job.2 running")).toBe(true);
  expect(under.max).toBe(2);
  poller.stop(watchOf(1).key);
  slow.resolve("success");
  await vi.advanceTimersByTimeAsync(0);
  expect(states).not.toContain("a.job.1 success");
  poller.close();
});
