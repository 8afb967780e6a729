import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDocumentWriter } from "./document-writer.ts";

/** Bodies of the writes that were sent. */
let written: unknown[] = [];

beforeEach(() => {
  written = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    written.push(JSON.parse(body).value);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("changes of one task are one write, at once", async () => {
  const writer = createDocumentWriter("layout", () => undefined);
  writer.save("tabs", 1);
  writer.save("tabs", 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(written).toEqual([2]);
  expect(writer.isWaiting("tabs")).toBe(false);
});

test("a writer with a delay writes what has changed until then, once", async () => {
  const writer = createDocumentWriter("layout", () => undefined, 300);
  writer.save("tabs", "address");
  await vi.advanceTimersByTimeAsync(200);
  writer.save("tabs", "address and name");
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual(["address and name"]);
});

test("a write without a response is repeated, and others follow it", async () => {
  const failures: (string | null)[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((delay) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("Timed out", "TimeoutError")), delay);
    return controller.signal;
  });
  const answering = globalThis.fetch;
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const writer = createDocumentWriter("drafts", ({ failure }) => failures.push(failure));
  writer.save("first", "one");
  await vi.advanceTimersByTimeAsync(1);
  writer.save("second", "two");
  vi.stubGlobal("fetch", answering);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(written).toEqual(["one", "two"]);
  expect(failures.some((failure) => failure?.includes("does not respond"))).toBe(true);
  expect(failures.at(-1)).toBe(null);
});
