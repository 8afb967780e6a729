import { afterEach, expect, test, vi } from "vitest";
import { UpdateStream } from "./update-stream.ts";

const update = (lines: number) =>
  JSON.stringify({
    summary: {
      ...{ generation: "1", lines, bytes: lines, size: 9, complete: false, problem: null, analysed: 0 },
      ...{ sections: 0, errors: 0, warnings: 0, timestamps: false },
    },
    tail: [],
  });

/** Makes the host respond with lines; returns the stream of them, and a promise that resolves once all were sent. */
function streamOf(...lines: readonly string[]) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(`${lines.join("\n")}\n`)));
  return new UpdateStream("/traces/1/2/3/follow", new AbortController().signal);
}

afterEach(() => vi.unstubAllGlobals());

test("only the latest of the updates that are received before one is taken is parsed", async () => {
  const stream = streamOf("{ no update", update(4));
  await vi.waitFor(() => expect(stream.latest?.summary.lines).toBe(4));
  expect(stream.take()?.summary.lines).toBe(4);
  expect(stream.take()).toBeNull();
  expect(await stream.next()).toBeNull();
});

test("an invalid update ends the stream with an error", async () => {
  const stream = streamOf(update(1), '{"summary":{}}');
  await expect(async () => {
    while (await stream.next());
  }).rejects.toThrow("generation");
});
