import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { IndexedTrace } from "./indexed-trace.ts";
import { matchLines, matchPattern, plainLinesOf } from "./search/match-lines.ts";
import { searchPiece } from "./search/search-piece.ts";
import { showLines } from "./show-lines.ts";
import { openAnalysed } from "./testing/open-analysed.ts";
import type { TraceBytes } from "./trace-bytes.ts";

setFlagsFromString("--expose-gc");
/** Unreachable buffers must not count as used memory. */
const collectGarbage: () => void = runInNewContext("gc");

/** Each ends within the test's own limit, or an algorithm is quadratic. */
const size = 200_000;

test.each([
  ["carriage returns", "\r".repeat(size)],
  ["carriage returns before a letter", `a${"\r".repeat(size)}b`],
  ["carriage returns and newlines", "\r\r\n".repeat(size)],
  ["progress without an end", "10%\r".repeat(size)],
  ["backspaces", `a${"\b".repeat(size)}b`],
  ["escapes", "\x1b".repeat(size)],
  ["open sequences", "\x1b[".repeat(size)],
  ["parameters", `\x1b[${"1;".repeat(size)}m`],
  ["open titles", "\x1b]0;x".repeat(size)],
  ["open links", "\x1b]8;;http://x".repeat(size)],
  ["insertions", `ab\r${"\x1b[20000@".repeat(size / 1_000)}`],
  ["movements", "\x1b[20000Cx\r".repeat(size / 1_000)],
  ["accents", `a\r${"\u0301".repeat(size)}`],
  ["open sections", "section_start:1:a\r\x1b[0K".repeat(size / 20)],
  ["sections on lines", "section_start:1:a\r\x1b[0K\n".repeat(size / 20)],
  ["errors on one line", `${"error: ".repeat(size)}`],
  ["paths", `${"a/".repeat(size)}:1:1: error`],
  ["digits and dots", `${"1.".repeat(size)} ERROR`],
  ["NUL bytes", "\0".repeat(size)],
])("%s", async (_, text) => {
  const trace = await openAnalysed(text);
  expect(showLines(trace, 0, 100).length).toBeGreaterThan(0);
  expect(trace.findings(10).length).toBeLessThanOrEqual(10);
  const bytes = new TextEncoder().encode(text);
  expect(plainLinesOf(bytes, "none").length).toBe(trace.report().lines);
  const pattern = matchPattern({ text: "error", regex: false, matchCase: false, word: false });
  expect(matchLines(bytes, "none", pattern, () => undefined)).toBe(trace.report().lines);
});

/** Bytes that are made up as they are read. */
class EndlessBytes implements TraceBytes {
  readonly #chunk: Buffer;
  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }
  read(from: number, to: number): Uint8Array {
    const bytes = Buffer.alloc(to - from);
    this.fill(bytes, from);
    return bytes;
  }
  fill(target: Uint8Array, from: number): number {
    for (let at = 0; at < target.length; ) {
      const part = this.#chunk.subarray((from + at) % this.#chunk.length).subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
    }
    return target.length;
  }
}

test("200 MB leave little in memory", async () => {
  const chunk = Buffer.from("some \x1b[32mtext\x1b[0m of a log that is long\n".repeat(1_600));
  const count = Math.ceil(200_000_000 / chunk.length);
  const trace = new IndexedTrace(new EndlessBytes(chunk), () => undefined);
  collectGarbage();
  const before = process.memoryUsage();
  await trace.grow(chunk.length * count, true);
  collectGarbage();
  const after = process.memoryUsage();
  expect(trace.report()).toMatchObject({ lines: 1_600 * count, complete: true });
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(40_000_000);
});

test("a line of 300 MB is indexed, shown and searched in parts", async () => {
  const size = 300_000_000;
  const source = new EndlessBytes(
    Buffer.from("nothing but words on one line without an end ".repeat(20_000)),
  );
  const trace = new IndexedTrace(source, () => undefined);
  await trace.grow(size, true);
  expect(trace.report().lines).toBe(1);
  expect(showLines(trace, 0, 1)[0]?.cut).toBeGreaterThan(size - 300_000);
  const query = { text: "without", regex: false, matchCase: true, word: false };
  const piece = { from: 0, to: 1_048_576, size, ended: true, stamp: "none", query, maxHits: 1 } as const;
  const found = await searchPiece(source, piece);
  expect(found).toMatchObject({ lines: 1, end: size, hits: [{ line: 0 }] });
  expect(await searchPiece(source, { ...piece, from: 1_048_576, to: 2_097_152 })).toMatchObject({ lines: 0 });
});
