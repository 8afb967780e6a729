import { afterEach, expect, test, vi } from "vitest";
import { fetchHeld, wholeDiff } from "./held-diffs.ts";

const answer = {
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

test("the page gets beginnings, the worker keeps the rest and fetches it again where it does not have it", async () => {
  const fetching = serve(() => Response.json(answer, { headers: { "x-age": "3" } }));
  expect(await wholeDiff({ url: "/one", index: 0 })).toContain("+y");
  expect(fetching).toHaveBeenCalledTimes(1);
  const { status, headers, body } = await fetchHeld("/one");
  expect(status).toBe(200);
  expect(headers).toContainEqual(["x-age", "3"]);
  expect(JSON.parse(body).diffs.map(({ diff }: { diff: unknown }) => diff)).toEqual([
    "--- a/a\n+++ b/a\n@@ -1 +1 @@ head\n",
    "Binary files a/b and b/b differ\n",
    "",
    null,
  ]);
  expect(await wholeDiff({ url: "/one", index: 1 })).toBe(answer.diffs[1]?.diff);
  expect(await wholeDiff({ url: "/one", index: 3 })).toBe("");
  expect(fetching).toHaveBeenCalledTimes(2);
});

test("a refusal and what is no JSON cross as they came", async () => {
  serve(() => new Response('{"code":"not_found"}', { status: 404 }));
  expect(await fetchHeld("/two")).toMatchObject({ status: 404, body: '{"code":"not_found"}' });
  await expect(wholeDiff({ url: "/two", index: 0 })).rejects.toThrow("404");
  serve(() => new Response("<html>"));
  expect(await fetchHeld("/three")).toMatchObject({ status: 200, body: "<html>" });
});
