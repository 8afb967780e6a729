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
