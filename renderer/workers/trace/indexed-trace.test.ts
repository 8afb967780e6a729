import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { IndexedTrace } from "./indexed-trace.ts";
import { plainLines, showLines } from "./show-lines.ts";
import { MemoryHost } from "./testing/memory-host.ts";
import type { TraceFacts } from "./trace-types.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function start(host: MemoryHost) {
  const controller = new AbortController();
  const facts: TraceFacts[] = [];
  const trace = new IndexedTrace(host, (next) => facts.push(next));
  closing.push(() => {
    controller.abort();
    trace.close();
  });
  return { trace, facts, done: trace.run(controller.signal) };
}

async function open(content: string | Uint8Array, pieceBytes?: number): Promise<IndexedTrace> {
  const { trace, done } = start(new MemoryHost(content, { pieceBytes }));
  await done;
  return trace;
}

const stamp = (second: number, mark = " ") =>
  `2024-01-01T00:00:${`${second}`.padStart(2, "0")}.000000Z 00O${mark}`;

test("a finished trace is complete, with all of its lines", async () => {
  const trace = await open("one\ntwo\r\n\nlast");
  expect(trace.facts()).toMatchObject({ lines: 4, bytes: 14, size: 14, complete: true, timestamps: false });
  expect(await plainLines(trace, 0, 9)).toEqual(["one", "two", "", "last"]);
  expect(await plainLines(trace, 2, 3)).toEqual([""]);
});

test("an empty trace has no lines, and a final newline begins none", async () => {
  expect((await open("")).facts()).toMatchObject({ lines: 0, complete: true });
  expect((await open("a\n")).facts().lines).toBe(1);
  expect((await open("\n")).facts().lines).toBe(1);
});

test("lines are the same however the bytes come, and wherever reading begins", async () => {
  const line = fc.oneof(
    { weight: 8, arbitrary: fc.string({ maxLength: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 200_000 }).map((length) => "x".repeat(length)) },
  );
  const lines = fc.array(
    line.map((text) => text.replaceAll(/\p{Cc}/gu, "")),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 100_000 }),
      fc.nat(39),
      async (texts, pieceBytes, from) => {
        const trace = await open(`${texts.join("\n")}\n`, pieceBytes);
        expect(trace.facts().lines).toBe(texts.length);
        expect(await plainLines(trace, from, from + 3)).toEqual(texts.slice(from, from + 3));
      },
    ),
    { numRuns: 60 },
  );
});

test("stamps are no part of the text, and continued lines are one", async () => {
  const text = `${stamp(1)}Downloading 10%\r\n${stamp(2, "+")}Downloading 99%\n${stamp(3)}done\n`;
  for (const pieceBytes of [1, 7, 33, 1_000]) {
    const trace = await open(text, pieceBytes);
    expect(trace.facts()).toMatchObject({ lines: 2, timestamps: true });
    expect(await showLines(trace, 0, 9)).toEqual([
      { number: 0, spans: [{ text: "Downloading 99%" }], timestamp: "2024-01-01T00:00:01.000000Z" },
      { number: 1, spans: [{ text: "done" }], timestamp: "2024-01-01T00:00:03.000000Z" },
    ]);
  }
});

test("stamped lines are found again in every block", async () => {
  const lines = Array.from({ length: 9_000 }, (_, i) => `line ${i}`);
  const trace = await open(
    lines.map((line, i) => `${stamp(i % 60)}${line}\n${i % 3 ? "" : `${stamp(1, "+")}!\n`}`).join(""),
    777,
  );
  expect(trace.facts().lines).toBe(9_000);
  for (const at of [0, 1, 1_023, 4_500, 8_998])
    expect(await plainLines(trace, at, at + 1)).toEqual([`line ${at}${at % 3 ? "" : "!"}`]);
});

test("a long line is cut, whole for copying, and not read where it is not shown", async () => {
  const host = new MemoryHost(`a\n${"é".repeat(3_000_000)}\nb\n`);
  const { trace, facts, done } = start(host);
  await done;
  await expect.poll(() => facts.at(-1)?.analysed).toBe(6_000_005);
  const before = host.bytesRead;
  const [line, next] = await showLines(trace, 1, 3);
  expect(line?.spans[0]?.text).toBe("é".repeat(20_000));
  expect(line?.cut).toBe(6_000_000 - 40_000);
  expect(next?.spans).toEqual([{ text: "b" }]);
  expect(host.bytesRead - before).toBeLessThan(2_000_000);
  expect((await plainLines(trace, 1, 2))[0]).toHaveLength(3_000_000);
});

test("bytes that are no text never break a line", async () => {
  const bytes = Uint8Array.from([0xff, 0xfe, 0, 65, 10, 0xc3, 10, 0x1b, 0x5b, 10, 66, 10]);
  expect(await plainLines(await open(bytes), 0, 9)).toEqual(["\ufffd\ufffdA", "\ufffd", "", "B"]);
});

test("what comes later is indexed as it comes", async () => {
  const host = new MemoryHost("one\ntw", { complete: false });
  const { trace, facts, done } = start(host);
  await expect.poll(() => facts.at(-1)?.lines).toBe(2);
  host.append("o\nthree\n");
  await expect.poll(() => facts.at(-1)?.lines).toBe(3);
  host.end();
  await done;
  expect(facts.at(-1)).toMatchObject({ lines: 3, complete: true });
  expect(await plainLines(trace, 1, 3)).toEqual(["two", "three"]);
});

test("another generation begins again", async () => {
  const host = new MemoryHost("old 1\nold 2\n", { complete: false });
  const { trace, facts, done } = start(host);
  await expect.poll(() => facts.at(-1)?.lines).toBe(2);
  host.rewrite("new\n");
  host.end();
  await done;
  expect(facts.at(-1)).toMatchObject({ generation: "2", lines: 1, complete: true });
  expect(await plainLines(trace, 0, 9)).toEqual(["new"]);
});
