import { afterEach, expect, it, vi } from "vitest";
import { readDocument, writeDocument } from "./documents.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  // The tests that follow in this process import none that was loaded with a page's start data.
  vi.resetModules();
});

/** A host with one document, whose value is the number of the request that read it. */
function countReads(): { reads: number } {
  const seen = { reads: 0 };
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    if (init?.method === "PUT") return new Response(null, { status: 204 });
    seen.reads += 1;
    const updated_at = "2026-01-01T00:00:00Z";
    const keys = ["window", "projects"];
    return Response.json(keys.map((key) => ({ key, value: seen.reads, updated_at })));
  });
  return seen;
}

const read = () => readDocument("layout", "window");

it("reads a collection once for concurrent readers", async () => {
  const seen = countReads();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(seen.reads).toBe(1);
  expect(await read()).toBe(2);
});

it("never returns a value after a write that was read before it", async () => {
  countReads();
  const before = read();
  const written = writeDocument("layout", "window", 7);
  expect(await Promise.all([before, read(), written])).toEqual([1, 2, undefined]);
});

it("never returns a value after a write that was read during it", async () => {
  const { promise: stored, resolve: store } = Promise.withResolvers<Response>();
  const { promise: listed, resolve: list } = Promise.withResolvers<Response>();
  const updated_at = "2026-01-01T00:00:00Z";
  const responses = [
    stored,
    listed,
    Promise.resolve(Response.json([{ key: "window", value: 7, updated_at }])),
  ];
  vi.stubGlobal("fetch", () => responses.shift());
  const written = writeDocument("layout", "window", 7);
  const during = read();
  store(new Response(null, { status: 204 }));
  await written;
  const after = read();
  list(Response.json([]));
  expect(await Promise.all([during, after])).toEqual([undefined, 7]);
});

it("reads what came with the page until it has started, and again what has changed since", async () => {
  const document = (key: string, value: number) => ({ key, value, updated_at: "2026-01-01T00:00:00Z" });
  const json = JSON.stringify({
    documents: { layout: [document("window", 70)], recent: [document("projects", 80)], pinned: [] },
  });
  vi.stubGlobal("document", {
    getElementById: (id: string) => (id === "start-data" ? { textContent: json } : null),
  });
  vi.resetModules();
  const fresh = await import("./documents.ts");
  const seen = countReads();
  const readFresh = () => fresh.readDocument("layout", "window");
  // Several stores read the same collection.
  expect(await Promise.all([readFresh(), readFresh()])).toEqual([70, 70]);
  expect(await readFresh()).toBe(70);
  expect(seen.reads).toBe(0);
  fresh.forgetStartDocuments("recent");
  expect(await fresh.readDocument("recent", "projects")).toBe(1);
  await fresh.writeDocument("pinned", "window", 3);
  expect(await fresh.readDocument("pinned", "projects")).toBe(2);
  fresh.forgetStartDocuments();
  expect(await readFresh()).toBe(3);
});
