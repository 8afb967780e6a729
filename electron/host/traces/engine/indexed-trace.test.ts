import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../shared/testing/rounds.ts";
import { IndexedTrace, type IndexReport } from "./indexed-trace.ts";
import { plainTraceLines, showLines } from "./show-lines.ts";
import { MemoryBytes } from "./testing/open-analysed.ts";

function start(bytes: MemoryBytes) {
  const reports: IndexReport[] = [];
  const trace = new IndexedTrace(bytes, (next) => reports.push(next));
  return { trace, reports };
}

/** Opens a complete trace, whose bytes come in pieces. */
async function open(
  content: string | Uint8Array,
  pieceBytes = Number.POSITIVE_INFINITY,
): Promise<IndexedTrace> {
  const bytes = new MemoryBytes(content);
  const { trace } = start(bytes);
  for (let size = pieceBytes; size < bytes.size; size += Math.max(pieceBytes, bytes.size / 50)) {
    await trace.grow(Math.floor(size), false);
  }
  await trace.grow(bytes.size, true);
  return trace;
}

const stamp = (second: number, mark = " ") =>
  `2024-01-01T00:00:${`${second}`.padStart(2, "0")}.000000Z 00O${mark}`;

test("a finished trace is complete, with all of its lines", async () => {
  const trace = await open("one\ntwo\r\n\nlast");
  expect(trace.report()).toMatchObject({ lines: 4, bytes: 14, complete: true, stamp: "none" });
  expect(plainTraceLines(trace, 0, 9)).toEqual(["one", "two", "", "last"]);
  expect(plainTraceLines(trace, 2, 3)).toEqual([""]);
});

test("an empty trace has no lines, and a final newline begins none", async () => {
  expect((await open("")).report()).toMatchObject({ lines: 0, complete: true });
  expect((await open("a\n")).report().lines).toBe(1);
  expect((await open("\n")).report().lines).toBe(1);
});

test("lines are the same for any chunks, and wherever reading begins", async () => {
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
        expect(trace.report().lines).toBe(texts.length);
        expect(plainTraceLines(trace, from, from + 3)).toEqual(texts.slice(from, from + 3));
      },
    ),
    { numRuns: rounds(60, 10) },
  );
});

test("stamps are not part of the text, and continued lines are one", async () => {
  const text = `${stamp(1)}Downloading 10%\r\n${stamp(2, "+")}Downloading 99%\n${stamp(3)}done\n`;
  for (const pieceBytes of [1, 7, 33, 1_000]) {
    const trace = await open(text, pieceBytes);
    expect(trace.report()).toMatchObject({ lines: 2, stamp: "runner" });
    expect(showLines(trace, 0, 9)).toEqual([
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
  expect(trace.report().lines).toBe(9_000);
  for (const at of [0, 1, 1_023, 4_500, 8_998])
    expect(plainTraceLines(trace, at, at + 1)).toEqual([`line ${at}${at % 3 ? "" : "!"}`]);
});

test("a long line is cut, whole for copying, and not read where it is not shown", async () => {
  const bytes = new MemoryBytes(`a\n${"é".repeat(3_000_000)}\nb\n`);
  const { trace } = start(bytes);
  await trace.grow(bytes.size, true);
  expect(trace.report().analysed).toBe(6_000_005);
  const before = bytes.bytesRead;
  const [line, next] = showLines(trace, 1, 3);
  expect(line?.spans[0]?.text).toBe("é".repeat(20_000));
  expect(line?.cut).toBe(6_000_000 - 40_000);
  expect(next?.spans).toEqual([{ text: "b" }]);
  expect(bytes.bytesRead - before).toBeLessThan(2_000_000);
  expect(plainTraceLines(trace, 1, 2)[0]).toHaveLength(3_000_000);
});

test("bytes that are not text never break a line", async () => {
  const bytes = Uint8Array.from([0xff, 0xfe, 0, 65, 10, 0xc3, 10, 0x1b, 0x5b, 10, 66, 10]);
  expect(plainTraceLines(await open(bytes), 0, 9)).toEqual(["\ufffd\ufffdA", "\ufffd", "", "B"]);
});

test("later bytes are indexed as they arrive, and the last lines are reported", async () => {
  const bytes = new MemoryBytes("one\ntw");
  const { trace, reports } = start(bytes);
  await trace.grow(bytes.size, false);
  expect(reports.at(-1)).toMatchObject({
    lines: 2,
    tail: [{ number: 0 }, { number: 1, spans: [{ text: "tw" }] }],
  });
  bytes.append("o\nthree\n");
  await trace.grow(bytes.size, false);
  expect(reports.at(-1)).toMatchObject({ lines: 3, complete: false });
  await trace.grow(bytes.size, true);
  expect(reports.at(-1)).toMatchObject({ lines: 3, complete: true });
  expect(plainTraceLines(trace, 1, 3)).toEqual(["two", "three"]);
});

test("at most the last blocks of lines are reported, at first no more than are seen", async () => {
  const bytes = new MemoryBytes(Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join(""));
  const { trace, reports } = start(bytes);
  await trace.grow(bytes.size, true);
  const ends = ({ tail }: IndexReport) => [tail[0]?.number, tail.at(-1)?.number];
  expect(reports[0] && ends(reports[0])).toEqual([896, 999]);
  bytes.append("more\n");
  await trace.grow(bytes.size, true);
  expect(ends(trace.report())).toEqual([832, 1_000]);
});

test("that all lines are known is reported at once, before any is analysed", async () => {
  const { trace, reports } = start(new MemoryBytes("one\nerror: two\n"));
  await trace.grow(15, true);
  expect(reports[0]).toMatchObject({ lines: 2, complete: true, analysed: 0 });
  expect(reports.at(-1)).toMatchObject({ analysed: 15, errors: 1 });
});

test("a file that is shorter than it was is reported", async () => {
  const { trace } = start(new MemoryBytes("abc\n"));
  await expect(trace.grow(9, true)).rejects.toThrow("shorter");
});

test("lines are indexed while the analysis is paused, and analysed after it", async () => {
  let isPaused = true;
  const reports: IndexReport[] = [];
  const trace = new IndexedTrace(new MemoryBytes("one\nerror: two\n"), (next) => reports.push(next), {
    isAnalysisPaused: () => isPaused,
  });
  const done = trace.grow(15, true);
  await expect.poll(() => reports.at(-1)).toMatchObject({ lines: 2, complete: true, analysed: 0, errors: 0 });
  isPaused = false;
  await done;
  expect(reports.at(-1)).toMatchObject({ analysed: 15, errors: 1 });
  trace.close();
});
