import { expect, it, vi } from "vitest";
import { Streamed, streamJson } from "./stream-json.ts";

const item = (index: number) => ({ index, text: `"${"ü\\n".repeat(1_000)}` });
const head = { id: 1, none: undefined, commits: [{ title: "One" }] };

async function* batches(count: number, failAt = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < count; at += 3) {
    if (at >= failAt) throw new Error("git broke");
    yield Array.from({ length: Math.min(3, count - at) }, (_, index) => item(at + index));
  }
}

it.each([0, 1, 2, 40])("writes what JSON.stringify would, with %i entries", async (count) => {
  const body = await streamJson(new Streamed(head, "list", batches(count)), () => {});
  expect(typeof body === "string").toBe(count < 4);
  const list = Array.from({ length: count }, (_, index) => item(index));
  expect(await new Response(body).text()).toBe(JSON.stringify({ ...head, list }));
});

it("throws what fails before anything was sent, and errors the stream later", async () => {
  const onError = vi.fn();
  await expect(streamJson(new Streamed(head, "list", batches(9, 0)), onError)).rejects.toThrow("git broke");
  expect(onError).not.toHaveBeenCalled();
  const body = await streamJson(new Streamed(head, "list", batches(90, 60)), onError);
  await expect(new Response(body).text()).rejects.toThrow("git broke");
  expect(onError).toHaveBeenCalledTimes(1);
});

it("reads no more than requested, and stops with its reader", async () => {
  let read = 0;
  let stopped = false;
  async function* endless() {
    try {
      for (;;) yield [item(read++)];
    } finally {
      stopped = true;
    }
  }
  const body = await streamJson(new Streamed(head, "list", endless()), () => {});
  if (typeof body === "string") throw new Error("an endless list must be streamed");
  const reader = body.getReader();
  await reader.read();
  await new Promise((done) => setTimeout(done, 20));
  expect(read).toBeLessThan(20);
  await reader.cancel();
  expect(stopped).toBe(true);
});
