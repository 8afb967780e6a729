import { expect, test } from "vitest";
import { IndexedTrace } from "./indexed-trace.ts";
import { matchLines, plainLinesOf } from "./search/match-lines.ts";
import { matchPattern } from "./search/match-pattern.ts";
import { showLines } from "./show-lines.ts";
import { MemoryHost } from "./testing/memory-host.ts";
import { openAnalysed } from "./testing/open-analysed.ts";

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
  expect((await showLines(trace, 0, 100)).length).toBeGreaterThan(0);
  expect(trace.findings(10).length).toBeLessThanOrEqual(10);
  const bytes = new TextEncoder().encode(text);
  expect(plainLinesOf(bytes, "none").length).toBe(trace.facts().lines);
  const pattern = matchPattern({ text: "error", regex: false, matchCase: false, word: false });
  expect(matchLines(bytes, "none", pattern, () => undefined)).toBe(trace.facts().lines);
});

/** A host that makes up its bytes. */
class EndlessHost extends MemoryHost {
  readonly #chunk: Uint8Array;
  readonly #count: number;
  constructor(chunk: Uint8Array, count: number) {
    super("");
    this.#chunk = chunk;
    this.#count = count;
  }
  override async state() {
    return { ...(await super.state()), size: this.#chunk.length * this.#count };
  }
  override bytes(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array());
  }
  override async *follow(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < this.#count; i++) yield this.#chunk;
  }
}

test("200 MB leave little in memory", async () => {
  const chunk = new TextEncoder().encode("some \x1b[32mtext\x1b[0m of a log that is long\n".repeat(1_600));
  const count = Math.ceil(200_000_000 / chunk.length);
  const trace = new IndexedTrace(new EndlessHost(chunk, count), () => undefined);
  const before = process.memoryUsage();
  await trace.run(new AbortController().signal);
  trace.close();
  const after = process.memoryUsage();
  expect(trace.facts()).toMatchObject({ lines: 1_600 * count, complete: true });
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(20_000_000);
});
