import { afterEach, expect, it, vi } from "vitest";
import { createTraceSearcher } from "./search-traces-in-host.ts";

afterEach(() => vi.unstubAllGlobals());

const query = { text: "beam", regex: false, matchCase: false, word: false };
const source = { accountId: "1", project: "7", jobId: 3 };
const update = { search: "s1", state: { matches: 1, lines: 1, scannedLines: 9, done: true, density: [] } };

it("rejects calls that wait for a search which was replaced before its first result", async () => {
  vi.stubGlobal("fetch", async (input: string | Request, { signal }: RequestInit = {}) => {
    const url = typeof input === "string" ? input : input.url;
    if (!/[?&]text=/.test(url)) return Response.json(4);
    if (/text=beam\b/.test(url)) return new Response(`${JSON.stringify(update)}\n`);
    return new Promise<Response>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const searcher = createTraceSearcher(source, () => "g1");
  const first = new AbortController();
  void searcher.search({ ...query, text: "be" }, () => {}, first.signal);
  const next = searcher.nextMatch(0, false);
  first.abort();
  const state = searcher.search(query, () => {}, new AbortController().signal);
  await expect(next).rejects.toThrow();
  expect(await state).toEqual(update.state);
  expect(await searcher.nextMatch(0, false)).toBe(4);
});
