import { afterEach, expect, test, vi } from "vitest";
import { createDiffCache } from "./diff-cache.ts";

const response = {
  commit: null,
  commits: [],
  diffs: [
    { old_path: "a", new_path: "a", diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@ head\n-x\n+y\n" },
    { old_path: "b", new_path: "b", diff: "Binary files a/b and b/b differ\n" },
    { old_path: "c", new_path: "c", diff: "" },
    { old_path: "d", new_path: "d", diff: null },
  ],
};

afterEach(() => vi.unstubAllGlobals());

const serve = (make: (url: string) => Response) => {
  const fetching = vi.fn(async (url: string) => make(url));
  vi.stubGlobal("fetch", fetching);
  return fetching;
};

test("the page gets beginnings; the worker caches the rest and fetches it again where it was evicted", async () => {
  const cache = createDiffCache();
  const fetching = serve(() => Response.json(response, { headers: { "x-age": "3" } }));
  expect((await cache.read({ url: "/list", index: 0 })).diff).toContain("+y");
  expect(fetching).toHaveBeenCalledTimes(1);
  const received: unknown[] = [];
  const { body, headers } = await cache.fetchList("/list", (entries) => received.push(...entries));
  expect(headers).toContainEqual(["x-age", "3"]);
  expect(body).toEqual({ ...response, diffs: [] });
  expect(received.map((entry) => (entry as { diff: unknown }).diff)).toEqual([
    "--- a/a\n+++ b/a\n@@ -1 +1 @@ head\n",
    "Binary files a/b and b/b differ\n",
    "",
    null,
  ]);
  expect((await cache.read({ url: "/list", index: 1 })).diff).toBe(response.diffs[1]?.diff);
  expect((await cache.read({ url: "/list", index: 3 })).diff).toBe("");
  expect(fetching).toHaveBeenCalledTimes(2);
});

test("a refusal and text that is not JSON are problems", async () => {
  const cache = createDiffCache();
  const problem = { code: "not_found", message: "There is no such version.", status: 404 };
  serve(() => Response.json(problem, { status: 404 }));
  await expect(cache.fetchList("/list")).rejects.toMatchObject({ problem });
  await expect(cache.read({ url: "/list", index: 0 })).rejects.toMatchObject({ problem });
  serve(() => new Response("<html>"));
  await expect(cache.fetchList("/list")).rejects.toMatchObject({ problem: { code: "bad_response" } });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(cache.fetchList("/list")).rejects.toMatchObject({
    problem: { code: "unavailable", retry: true },
  });
});

test("entries are emitted while the response is streaming, and one that breaks off is a problem", async () => {
  const cache = createDiffCache();
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const text = JSON.stringify(response);
  const send = (from: number, to: number) => source?.enqueue(new TextEncoder().encode(text.slice(from, to)));
  const [second, third] = ['"b"', '"c"'].map((name) => text.indexOf(`"old_path":${name}`)) as [
    number,
    number,
  ];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      source = controller;
    },
  });
  const fetching = serve(() => new Response(body));
  const received: unknown[] = [];
  const loading = cache.fetchList("/list", (entries) => received.push(...entries));
  send(0, second);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect((await cache.read({ url: "/list", index: 0 })).diff).toContain("+y");
  send(second, third);
  await vi.waitFor(() => expect(received).toHaveLength(2));
  source?.error(new TypeError("network error"));
  await expect(loading).rejects.toMatchObject({ problem: { code: "unavailable", retry: true } });
  expect((await cache.read({ url: "/list", index: 1 })).diff).toContain("Binary");
  expect(fetching).toHaveBeenCalledTimes(1);
  // A response that was not received is fetched when it is requested.
  serve(() => Response.json(response));
  expect((await cache.read({ url: "/list", index: 2 })).diff).toBe("");
  expect((await cache.read({ url: "/list", index: 0 })).diff).toContain("+y");
});

test("a canceled reader receives nothing more", async () => {
  const controller = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (source) =>
      controller.signal.addEventListener("abort", () => source.error(controller.signal.reason)),
  });
  serve(() => new Response(body));
  const loading = createDiffCache().fetchList("/list", undefined, controller.signal);
  controller.abort();
  await expect(loading).rejects.toThrow("aborted");
});

test("two versions of a file are read and compared once; one that is gone is empty", async () => {
  const cache = createDiffCache();
  const texts: Record<string, string> = { "/1": "a\n", "/2": "a\nb\n", "/3": "a\nc\n" };
  const fetching = serve((url) => {
    const text = texts[url];
    if (text !== undefined) return new Response(text);
    return Response.json({ code: "not_found", message: "Gone", status: 404 }, { status: 404 });
  });
  const [from, to] = [
    { base: "/1", head: "/2" },
    { base: "/1", head: "/3" },
  ];
  expect(await cache.compareVersions(from, to)).toMatchObject({ authored: true });
  expect((await cache.read({ from, to })).diff).toBe("@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  expect(fetching).toHaveBeenCalledTimes(4);
  expect((await cache.read({ from, to: { base: "/1", head: "/4" } })).diff).toContain("-b");
  texts["/5"] = "\0";
  expect(await cache.compareVersions(from, { base: "/1", head: "/5" })).toBeNull();
});
