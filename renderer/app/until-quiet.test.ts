import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilQuiet } from "./until-quiet.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns whether the page was quiet by now. */
function watch(client: QueryClient): () => boolean {
  let isQuiet = false;
  void untilQuiet(client).then(() => {
    isQuiet = true;
  });
  return () => isQuiet;
}

test("a page that reads in steps is quiet after the last one, not between two", async () => {
  const client = new QueryClient();
  const read = (name: string, ms: number) =>
    client.fetchQuery({
      queryKey: [name],
      queryFn: () => new Promise((resolve) => setTimeout(resolve, ms, name)),
    });
  const isQuiet = watch(client);
  void read("project", 150).then(() => setTimeout(() => void read("tree", 700), 150));
  await vi.advanceTimersByTimeAsync(950);
  expect(isQuiet()).toBe(false);
  await vi.advanceTimersByTimeAsync(600);
  expect(isQuiet()).toBe(true);
});

test("one that reads all the time counts as quiet in the end", async () => {
  const client = new QueryClient();
  void client.fetchQuery({ queryKey: ["log"], queryFn: () => new Promise(() => undefined) });
  const isQuiet = watch(client);
  await vi.advanceTimersByTimeAsync(900);
  expect(isQuiet()).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(isQuiet()).toBe(true);
});
