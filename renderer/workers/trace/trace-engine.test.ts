import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { searchTraces } from "./search-traces.ts";
import { MemoryHost } from "./testing/memory-host.ts";
import { startPage } from "./testing/page-workers.ts";
import { openTrace } from "./trace-engine.ts";
import type { TraceFacts, TraceHits } from "./trace-types.ts";

const traces: Record<number, MemoryHost> = {};
const closing: (() => void)[] = [];
let page: Awaited<ReturnType<typeof startPage>>;
beforeAll(async () => {
  page = await startPage(traces);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(() => page.close());

let jobId = 0;
function open(host: MemoryHost) {
  traces[++jobId] = host;
  const trace = openTrace({ accountId: "a", project: "group/project", jobId });
  closing.push(trace.close);
  const facts: TraceFacts[] = [];
  trace.subscribe((next) => facts.push(next));
  return { trace, facts };
}

test("a trace is read through the host, line by line", async () => {
  const { trace, facts } = open(new MemoryHost("\x1b[31mred\x1b[0m\nplain\n"));
  await expect.poll(() => facts.at(-1)?.complete, { timeout: 10_000 }).toBe(true);
  expect(facts.at(-1)).toMatchObject({ lines: 2, size: 19, problem: null });
  expect(await trace.readLines(0, 1)).toEqual([{ number: 0, spans: [{ text: "red", style: { fg: 1 } }] }]);
  expect(await trace.lineText(1)).toBe("plain");
  expect(await trace.readText(0, 2)).toBe("red\nplain");
});

const query = { text: "match", regex: false, matchCase: false, word: false };

test("a search streams, goes on with new lines, and is stopped", async () => {
  const host = new MemoryHost("a match\nnone\n", { complete: false });
  const { trace, facts } = open(host);
  await expect.poll(() => facts.at(-1)?.lines, { timeout: 10_000 }).toBe(2);
  const states: number[] = [];
  const controller = new AbortController();
  const first = await trace.search(query, ({ matches }) => states.push(matches), controller.signal);
  expect(first).toMatchObject({ matches: 1, lines: 1, scannedLines: 2, done: true });
  host.append("match match\n");
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe(3);
  expect(await trace.matchLines(0, 9)).toEqual([0, 2]);
  expect(await trace.nextMatch(0, false)).toBe(2);
  expect(await trace.matchesIn(0, 3)).toEqual([
    { line: 0, ranges: [[2, 7]] },
    {
      line: 2,
      ranges: [
        [0, 5],
        [6, 11],
      ],
    },
  ]);
  expect(await trace.matchRows(0, 0, 9)).toEqual({
    total: 3,
    rows: [
      { line: 0, match: true },
      { from: 1, to: 2 },
      { line: 2, match: true },
    ],
  });
  controller.abort();
});

test("a pattern that does not end is stopped, and the trace stays", async () => {
  const { trace, facts } = open(new MemoryHost(`${"a".repeat(60)}!\n`));
  await expect.poll(() => facts.at(-1)?.complete, { timeout: 10_000 }).toBe(true);
  const { signal } = new AbortController();
  const state = await trace.search({ ...query, text: "(a+)+$", regex: true }, () => undefined, signal);
  expect(state.problem).toMatch("takes too long");
  expect((await trace.search({ ...query, text: "(", regex: true }, () => undefined, signal)).problem).toMatch(
    "Invalid",
  );
  expect(await trace.search({ ...query, text: "!" }, () => undefined, signal)).toMatchObject({ matches: 1 });
  expect(await trace.lineText(0)).toHaveLength(61);
});

test("all jobs of a pipeline are searched, those that run and those that cannot be read too", async () => {
  traces[101] = new MemoryHost(`${"match and match\n".repeat(1_000)}`);
  traces[102] = new MemoryHost("\x1b[1mno\nsome ma\x1b[0mtch", { complete: false });
  const sources = [101, 102, 103].map((job) => ({ accountId: "a", project: "1", jobId: job }));
  const hits = new Map<number, TraceHits>();
  const onHit = (next: TraceHits) => void hits.set(next.source.jobId, next);
  await searchTraces(sources, query, onHit, new AbortController().signal);
  expect(hits.get(101)).toMatchObject({ matches: 2_000, lines: 1_000, done: true });
  expect(hits.get(101)?.hits).toHaveLength(50);
  expect(hits.get(102)).toMatchObject({
    matches: 1,
    hits: [{ line: 1, text: "some match", ranges: [[5, 10]] }],
    done: true,
  });
  expect(hits.get(103)).toMatchObject({ matches: 0, done: true, problem: { code: "not_found" } });
  const bad = searchTraces(
    sources,
    { ...query, text: "(", regex: true },
    onHit,
    new AbortController().signal,
  );
  await expect(bad).rejects.toThrow("Invalid");
});

test("a trace is compared with another one", async () => {
  traces[201] = new MemoryHost("setup 1.5s\nall passed\ndone\n");
  const { trace, facts } = open(new MemoryHost("setup 9.2s\n\x1b[31mone failed\x1b[0m\ndone\n"));
  await expect.poll(() => facts.at(-1)?.complete, { timeout: 10_000 }).toBe(true);
  const { signal } = new AbortController();
  const progress: number[] = [];
  const other = { accountId: "a", project: "1", jobId: 201 };
  const diff = await trace.compare(other, (share) => progress.push(share), signal);
  expect(diff).toMatchObject({ rows: 4, added: 1, removed: 1, cut: false });
  expect(progress.at(-1)).toBe(1);
  expect(await diff.readRows(0, 9)).toEqual([
    { kind: "equal", left: 0, right: 0, spans: [{ text: "setup 9.2s" }] },
    { kind: "removed", left: 1, right: null, spans: [{ text: "all passed" }] },
    { kind: "added", left: null, right: 1, spans: [{ text: "one failed", style: { fg: 1 } }] },
    { kind: "equal", left: 2, right: 2, spans: [{ text: "done" }] },
  ]);
  diff.close();
  await expect(trace.compare({ ...other, jobId: 999 }, () => undefined, signal)).rejects.toThrow(
    "No such job",
  );
});
