import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type HostInFolder, hostInFolder } from "../../../electron/host/testing/host-in-folder.ts";
import { quickPolling as polling } from "../../../electron/host/testing/host-traces.ts";
import {
  endedJob,
  runningJob,
  type TraceService,
  traceService,
} from "../../../electron/host/testing/trace-service.ts";
import { cacheRoutes } from "../../../shared/host/settings.ts";
import type { TraceHits, TraceSummary } from "../../../shared/trace-types.ts";
import { stubPageFetch } from "../../testing/stub-page-fetch.ts";
import { callHost } from "../fetch-host.ts";
import { followTraceAhead, knownUpdate } from "./follow-trace.ts";
import { openLineReader } from "./line-reader.ts";
import { searchTraces } from "./search-traces-in-host.ts";

const closing: (() => void)[] = [];
let service: TraceService;
let host: HostInFolder;
let accountId: string;
beforeAll(async () => {
  service = await traceService();
  // A long trace waits for its view, however long a test takes.
  host = hostInFolder({ polling: { ...polling, ahead: 600_000 } });
  accountId = (await host.addAccount(service.url)).id;
  stubPageFetch(host);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await host[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let jobId = 0;
/** Adds a job with a trace. */
function addJob(content: string, state: Record<string, unknown> = endedJob) {
  const job = ++jobId;
  service.jobs.set(job, state);
  service.traces.set(job, Buffer.from(content));
  return {
    source: { accountId, project: "group/project", jobId: job },
    append: (text: string) =>
      service.traces.set(job, Buffer.concat([service.traces.get(job) ?? Buffer.alloc(0), Buffer.from(text)])),
    end: () => service.jobs.set(job, endedJob),
  };
}

function open(job: ReturnType<typeof addJob>) {
  const trace = openLineReader(job.source);
  closing.push(trace.close);
  const summaries: TraceSummary[] = [];
  const add = () => {
    const summary = trace.summary();
    if (summary) summaries.push(summary);
  };
  trace.subscribe(add);
  add();
  return { trace, summaries };
}

/** Opens a trace and waits for all of it. */
async function openWhole(content: string) {
  const opened = open(addJob(content));
  await expect.poll(() => opened.summaries.at(-1)?.complete, { timeout: 20_000 }).toBe(true);
  return opened;
}

const query = { text: "match", regex: false, matchCase: false, word: false };
const { signal } = new AbortController();

test("a trace is read through the host, line by line", async () => {
  const { trace, summaries } = await openWhole("\x1b[31mred\x1b[0m\nplain\n");
  expect(summaries.at(-1)).toMatchObject({ lines: 2, size: 19, problem: null });
  expect(await trace.readLines(0, 1)).toEqual([{ number: 0, spans: [{ text: "red", style: { fg: 1 } }] }]);
  expect(await trace.lineText(1)).toBe("plain");
  expect(await trace.readText(0, 2)).toBe("red\nplain");
});

test("the last lines are part of an update, others are read in windows", async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i}`);
  const { trace } = await openWhole(`${lines.join("\n")}\n`);
  expect(trace.knownLines(2_990, 2_991)).toEqual([{ number: 2_990, spans: [{ text: "line 2990" }] }]);
  expect(trace.knownLines(0, 64)).toBeNull();
  expect((await trace.readLines(64, 128)).map(({ number }) => number)).toEqual(
    Array.from({ length: 64 }, (_, i) => 64 + i),
  );
  await expect(trace.readLines(0, 2_000)).rejects.toThrow();
  expect((await trace.readText(0, 3_000)).split("\n")).toEqual(lines);
});

test("sections and findings are those of the host", async () => {
  const { trace, summaries } = await openWhole(
    "section_start:1:a\r\x1b[0KA\nsrc/a.ts(12,5): error TS1: x\nsection_end:4:a\r\x1b[0K\n",
  );
  await expect.poll(() => summaries.at(-1)?.errors).toBe(1);
  expect(await trace.sections()).toMatchObject([{ name: "a", header: "A", from: 0, seconds: 3 }]);
  expect(await trace.findings(10)).toMatchObject([{ line: 1, file: { path: "src/a.ts", line: 12 } }]);
});

test("a trace that was prefetched is not requested twice", async () => {
  const job = addJob("one\n");
  followTraceAhead(job.source, true);
  followTraceAhead(job.source, true);
  const { summaries } = open(job);
  await expect.poll(() => summaries.at(-1)?.complete, { timeout: 20_000 }).toBe(true);
  const path = `/jobs/${job.source.jobId}/trace`;
  expect(service.reads("trace").filter((read) => read.path.endsWith(path))).toHaveLength(1);
});

test("a prefetched trace is there when the view mounts", async () => {
  const job = addJob("one\n");
  followTraceAhead(job.source, true);
  await expect.poll(() => knownUpdate(job.source)?.summary.lines, { timeout: 20_000 }).toBe(1);
  const { trace, summaries } = open(job);
  expect(summaries.at(-1)?.lines).toBe(1);
  expect(trace.knownLines(0, 1)).toMatchObject([{ spans: [{ text: "one" }] }]);
});

test("a trace that a view follows is not prefetched as well", async () => {
  const job = addJob("one\n", runningJob);
  const { summaries } = open(job);
  followTraceAhead(job.source, true);
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(1);
  expect(knownUpdate(job.source)).toBeNull();
});

test("only the latest state of a prefetched trace is reported", async () => {
  const job = addJob("line 0\n", runningJob);
  followTraceAhead(job.source, true);
  for (let lines = 1; lines < 5; lines++) {
    await expect.poll(() => knownUpdate(job.source)?.summary.lines, { timeout: 20_000 }).toBe(lines);
    job.append(`line ${lines}\n`);
  }
  await expect.poll(() => knownUpdate(job.source)?.summary.lines, { timeout: 20_000 }).toBe(5);
  const { trace, summaries } = open(job);
  expect(summaries.map(({ lines }) => lines)).toEqual([5]);
  expect(trace.knownLines(4, 5)).toMatchObject([{ spans: [{ text: "line 4" }] }]);
  job.end();
});

test("a long trace is read on once its first lines are drawn", async () => {
  const line = "a line of a long log\n";
  const job = addJob(line.repeat(300_000));
  followTraceAhead(job.source, true);
  const { trace, summaries } = open(job);
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBeGreaterThan(90_000);
  expect(summaries.at(-1)).toMatchObject({ complete: false });
  expect(summaries.at(-1)?.size).toBeLessThan(300_000 * line.length);
  trace.readRest();
  await expect
    .poll(() => summaries.at(-1), { timeout: 20_000 })
    .toMatchObject({ complete: true, lines: 300_000 });
});

test("a long trace that waits for its view is searched whole with those of its pipeline", async () => {
  const job = addJob(`${"a line of a long log\n".repeat(300_000)}match\n`);
  followTraceAhead(job.source, true);
  await expect
    .poll(() => knownUpdate(job.source)?.summary.lines, { timeout: 20_000 })
    .toBeGreaterThan(90_000);
  const found: TraceHits[] = [];
  await searchTraces([job.source], query, (hits) => found.push(hits), signal);
  expect(found.at(-1)).toMatchObject({ done: true, matches: 1, hits: [{ line: 300_000 }] });
});

test("lines of the update before are known too, but for the last one", async () => {
  const text = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `line ${from + i}\n`).join("");
  const job = addJob(text(0, 500), runningJob);
  const { trace, summaries } = open(job);
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(500);
  job.append(text(500, 1_000));
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(1_000);
  expect(trace.knownLines(900, 901)).toMatchObject([{ number: 900 }]);
  expect(trace.knownLines(490, 492)).toMatchObject([{ number: 490 }, { number: 491 }]);
  expect(trace.knownLines(499, 500)).toBeNull();
  expect(trace.knownLines(0, 1)).toBeNull();
});

test("a trace that cannot be read has a problem", async () => {
  const { summaries } = open({ ...addJob(""), source: { accountId, project: "1", jobId: 999_999 } });
  await expect.poll(() => summaries.at(-1)?.problem?.code, { timeout: 20_000 }).toBe("not_found");
});

test("a search streams, continues with new lines, and is stopped", async () => {
  const job = addJob("a match\nnone\n", runningJob);
  const { trace, summaries } = open(job);
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(2);
  const states: number[] = [];
  const controller = new AbortController();
  const first = await trace.search(query, ({ matches }) => states.push(matches), controller.signal);
  expect(first).toMatchObject({ matches: 1, lines: 1, scannedLines: 2, done: true });
  job.append("match match\n");
  await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe(3);
  expect(await trace.matchLines(0, 9)).toEqual([0, 2]);
  expect(await trace.nextMatch(0, false)).toBe(2);
  expect([await trace.matchRank(2), await trace.matchRank(1)]).toEqual([1, null]);
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
  expect(await trace.matchRowOf(0, 2)).toBe(2);
  controller.abort();
  job.end();
});

test("following for long retains nothing, in the page and in the host", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const job = addJob("first\n", runningJob);
  const { trace, summaries } = open(job);
  const searching = new AbortController();
  void trace.search({ ...query, text: "line 7" }, () => undefined, searching.signal);
  /** Bytes in use once so many more updates, each with other last lines, were received. */
  const heapAfter = async (updates: number): Promise<number> => {
    for (let i = 0; i < updates; i++) {
      const lines = summaries.at(-1)?.lines ?? 0;
      job.append(
        Array.from({ length: 150 }, (_, line) => `update ${i} line ${line} of a job that runs\n`).join(""),
      );
      await expect
        .poll(() => summaries.at(-1)?.lines, { timeout: 20_000, interval: 5 })
        .toBeGreaterThan(lines);
      summaries.splice(0, summaries.length - 1);
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(40);
  // The last lines of each update take some 30 KB.
  expect((await heapAfter(160)) - before).toBeLessThan(2_000_000);
  searching.abort();
  job.end();
}, 120_000);

test("a pattern that does not end is stopped, and the trace stays", async () => {
  const { trace } = await openWhole(`${"a".repeat(60)}!\n`);
  const state = await trace.search({ ...query, text: "(a+)+$", regex: true }, () => undefined, signal);
  expect(state.problem).toMatch("takes too long");
  // Lines in view are not matched against the pattern again.
  expect(await trace.matchesIn(0, 1)).toEqual([]);
  expect((await trace.search({ ...query, text: "(", regex: true }, () => undefined, signal)).problem).toMatch(
    "Invalid",
  );
  expect(await trace.search({ ...query, text: "!" }, () => undefined, signal)).toMatchObject({ matches: 1 });
  expect(await trace.lineText(0)).toHaveLength(61);
});

test("all jobs of a pipeline are searched, those that run and those that cannot be read too", async () => {
  const many = addJob("match and match\n".repeat(1_000));
  const running = addJob("\x1b[1mno\nsome ma\x1b[0mtch", runningJob);
  const missing = { source: { accountId, project: "1", jobId: 999_998 } };
  const sources = [many, running, missing].map(({ source }) => source);
  const hits = new Map<number, TraceHits>();
  const onHit = (next: TraceHits) => void hits.set(next.source.jobId, next);
  await searchTraces(sources, query, onHit, signal);
  expect(hits.get(many.source.jobId)).toMatchObject({ matches: 2_000, lines: 1_000, done: true });
  expect(hits.get(many.source.jobId)?.hits).toHaveLength(50);
  expect(hits.get(running.source.jobId)).toMatchObject({
    matches: 1,
    hits: [{ line: 1, text: "some match", ranges: [[5, 10]] }],
    done: true,
  });
  expect(hits.get(999_998)).toMatchObject({ matches: 0, done: true, problem: { code: "not_found" } });
  await expect(searchTraces(sources, { ...query, text: "(", regex: true }, onHit, signal)).rejects.toThrow(
    "Invalid",
  );
});

test("a trace is compared with another one", async () => {
  const other = addJob("setup 1.5s\nall passed\ndone\n");
  const { trace } = await openWhole("setup 9.2s\n\x1b[31mone failed\x1b[0m\ndone\n");
  const diff = await trace.compare(other.source, {}, signal);
  expect(diff).toMatchObject({ rows: 4, added: 1, removed: 1, cut: false });
  expect(await diff.readRows(0, 9)).toEqual([
    { kind: "equal", left: 0, right: 0, spans: [{ text: "setup 9.2s" }] },
    { kind: "removed", left: 1, right: null, spans: [{ text: "all passed" }] },
    { kind: "added", left: null, right: 1, spans: [{ text: "one failed", style: { fg: 1 } }] },
    { kind: "equal", left: 2, right: 2, spans: [{ text: "done" }] },
  ]);
  expect(await diff.nextChange(-1, false)).toBe(1);
  const gone = { ...other.source, jobId: 999_997 };
  await expect(trace.compare(gone, {}, signal)).rejects.toThrow(/not found/i);
});

test("a comparison ends with the stored traces, and can be made again", async () => {
  const other = addJob("setup\nall passed\n");
  const { trace } = await openWhole("setup\none failed\n");
  const onEnded = vi.fn();
  const diff = await trace.compare(other.source, { onEnded }, signal);
  await callHost(cacheRoutes.clear);
  await expect(diff.readRows(0, 9)).rejects.toThrow("This has ended.");
  expect(onEnded).toHaveBeenCalledOnce();
  await expect
    .poll(() => trace.compare(other.source, {}, signal).catch(String), { timeout: 20_000 })
    .toMatchObject({ added: 1, removed: 1 });
});

test("a complete log that was removed from the disk is read and searched again", async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i}`);
  const { trace } = await openWhole(`${lines.join("\n")}\n`);
  await trace.search({ ...query, text: "line 7" }, () => undefined, signal);
  await callHost(cacheRoutes.clear);
  await expect(trace.readLines(7, 8)).rejects.toThrow("another log");
  await expect
    .poll(() => trace.readLines(7, 8).catch(String), { timeout: 20_000 })
    .toEqual([{ number: 7, spans: [{ text: "line 7" }] }]);
  await expect.poll(() => trace.matchLines(0, 2).catch(String), { timeout: 20_000 }).toEqual([7, 70]);
});

test("a job that runs is compared up to its last line so far", async () => {
  const other = addJob("setup\nall passed\n");
  const job = addJob("setup\n", runningJob);
  const { trace, summaries } = open(job);
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(1);
  const compare = () => trace.compare(other.source, {}, AbortSignal.timeout(20_000));
  expect(await compare()).toMatchObject({ added: 0, removed: 1 });
  job.append("one failed\n");
  await expect.poll(() => summaries.at(-1)?.lines, { timeout: 20_000 }).toBe(2);
  expect(await compare()).toMatchObject({ added: 1, removed: 1 });
  job.end();
}, 60_000);
