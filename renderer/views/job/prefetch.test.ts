import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefetchJob } from "./prefetch.ts";

/** The host's responses, by the end of their path. */
let respond: Map<string, (response: Response) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  respond = new Map();
  vi.stubGlobal("fetch", (url: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    respond.set(url.includes("/follow") ? "follow" : "job", resolve);
    return promise;
  });
});
afterEach(async () => {
  // Prefetched data is discarded.
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts to prefetch a job; returns whether the navigation waits. */
function startNavigation(job: string) {
  const state = { waits: true };
  void prefetchJob(new QueryClient(), { account: "one", project: "fjord/beacon", job }, false).then(() => {
    state.waits = false;
  });
  return state;
}

test("a navigation waits for the job and the begin of its log", async () => {
  const state = startNavigation("7");
  await vi.advanceTimersByTimeAsync(10);
  respond.get("follow")?.(new Response("{}\n"));
  await vi.advanceTimersByTimeAsync(10);
  expect(state.waits).toBe(true);
  respond.get("job")?.(Response.json({ id: 7, name: "unit", status: "success" }));
  await vi.advanceTimersByTimeAsync(1);
  expect(state.waits).toBe(false);
});

test("a navigation does not wait for a slow service, nor for a job that cannot be", async () => {
  const slow = startNavigation("8");
  await vi.advanceTimersByTimeAsync(200);
  expect([...respond.keys()].sort()).toEqual(["follow", "job"]);
  expect(slow.waits).toBe(false);
  respond.clear();
  const none = startNavigation("main");
  await vi.advanceTimersByTimeAsync(0);
  expect([none.waits, respond.size]).toEqual([false, 0]);
});

test("the log of a job that is only likely to be opened waits for its view", async () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url);
    return new Response("", { status: 502 });
  });
  await prefetchJob(new QueryClient(), { account: "one", project: "fjord/beacon", job: "10" }, true);
  expect(requested[0]).toMatch(/\/follow\?ahead=true$/);
});

test("a navigation that fails to prefetch does not wait", async () => {
  const state = startNavigation("9");
  await vi.advanceTimersByTimeAsync(0);
  for (const resolve of respond.values()) resolve(new Response("", { status: 502 }));
  await vi.advanceTimersByTimeAsync(1);
  expect(state.waits).toBe(false);
});
