import { afterEach, expect, test, vi } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { fetchDiffList, readCachedDiff } from "./diff-cache.ts";

const response = {
  id: 1,
  diffs: [
    { new_path: "a", diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@ head\n-x\n+y\n" },
    { new_path: "b", diff: "Binary files a/b and b/b differ\n" },
    { new_path: "c", diff: "" },
    { new_path: "d", diff: null },
  ],
};

afterEach(() => vi.unstubAllGlobals());

const serve = (make: () => Response) => {
  const fetching = vi.fn(async () => make());
  vi.stubGlobal("fetch", fetching);
  return fetching;
};

test("the page gets beginnings; the worker caches the rest and fetches it again where it was evicted", async () => {
  const fetching = serve(() => Response.json(response, { headers: { "x-age": "3" } }));
  expect(await readCachedDiff({ url: "/one", index: 0 })).toContain("+y");
  expect(fetching).toHaveBeenCalledTimes(1);
  const received: unknown[] = [];
  const { status, headers, body } = await fetchDiffList("/one", undefined, (more) => received.push(...more));
  expect(status).toBe(200);
  expect(headers).toContainEqual(["x-age", "3"]);
  expect(JSON.parse(body)).toEqual({ id: 1, diffs: [] });
  expect(received.map((entry) => (entry as { diff: unknown }).diff)).toEqual([
    "--- a/a\n+++ b/a\n@@ -1 +1 @@ head\n",
    "Binary files a/b and b/b differ\n",
    "",
    null,
  ]);
  expect(await readCachedDiff({ url: "/one", index: 1 })).toBe(response.diffs[1]?.diff);
  expect(await readCachedDiff({ url: "/one", index: 3 })).toBe("");
  expect(fetching).toHaveBeenCalledTimes(2);
});

test("a refusal and text that is not JSON are forwarded unchanged", async () => {
  serve(() => new Response('{"code":"not_found"}', { status: 404 }));
  expect(await fetchDiffList("/two")).toMatchObject({ status: 404, body: '{"code":"not_found"}' });
  await expect(readCachedDiff({ url: "/two", index: 0 })).rejects.toThrow("404");
  serve(() => new Response("<html>"));
  expect(await fetchDiffList("/three")).toMatchObject({ status: 200, body: "<html>" });
});

test("entries are emitted while the response is streaming, and one that breaks off is a problem", async () => {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const text = JSON.stringify(response);
  const send = (from: number, to: number) => source?.enqueue(new TextEncoder().encode(text.slice(from, to)));
  const [second, third] = ['"b"', '"c"'].map((name) => text.indexOf(name)) as [number, number];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      source = controller;
    },
  });
  const fetching = serve(() => new Response(body));
  const received: unknown[] = [];
  const loading = fetchDiffList("/four", undefined, (more) => received.push(...more));
  send(0, second);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(await readCachedDiff({ url: "/four", index: 0 })).toContain("+y");
  send(second, third);
  await vi.waitFor(() => expect(received).toHaveLength(2));
  source?.error(new TypeError("network error"));
  const { status, body: words } = await loading;
  expect([status, problem.parse(JSON.parse(words))]).toMatchObject([
    502,
    { code: "unavailable", retry: true },
  ]);
  expect(await readCachedDiff({ url: "/four", index: 1 })).toContain("Binary");
  expect(fetching).toHaveBeenCalledTimes(1);
  // A response that was not received is fetched when it is requested.
  serve(() => Response.json(response));
  expect(await readCachedDiff({ url: "/four", index: 2 })).toBe("");
  expect(await readCachedDiff({ url: "/four", index: 0 })).toContain("+y");
});

test("a canceled reader receives nothing more", async () => {
  const controller = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (source) =>
      controller.signal.addEventListener("abort", () => source.error(controller.signal.reason)),
  });
  serve(() => new Response(body));
  const loading = fetchDiffList("/five", controller.signal);
  controller.abort();
  await expect(loading).rejects.toThrow("aborted");
});
