import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CoverageReader, TraceWriter } from "./trace-writer.ts";

describe("trace writer", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "helve-trace-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const secrets = ["password", "password-of-the-database", "database-of-the-team"];

  async function write(chunks: readonly string[]): Promise<string> {
    const path = join(folder, "trace.log");
    const trace = new TraceWriter(path, secrets, 1_000_000, () => {});
    for (const chunk of chunks) trace.write(Buffer.from(chunk));
    await trace.end();
    return readFileSync(path, "utf8");
  }

  it.each([
    ["a password.", "a [MASKED]."],
    ["a password", "a [MASKED]"],
    ["a password-of-the-database!", "a [MASKED]!"],
    ["a password-of-the-day", "a [MASKED]-of-the-day"],
    ["passwordpassword-of-the-database", "[MASKED][MASKED]"],
    ["a password-of-the-database-of-the-team", "a [MASKED]-of-the-team"],
    ["a database-of-", "a database-of-"],
  ])("masks %j alike, wherever it is cut", async (text, masked) => {
    const whole = await write([text]);
    expect(whole).toBe(masked);
    for (let at = 1; at < text.length; at++) {
      expect([at, await write([text.slice(0, at), text.slice(at)])]).toEqual([at, masked]);
    }
    expect(await write([...text])).toBe(masked);
  });

  it("ends, and reports why once, where its file cannot be written", async () => {
    const errors: Error[] = [];
    const path = join(folder, "missing", "trace.log");
    const trace = new TraceWriter(
      path,
      [],
      1_000_000,
      () => {},
      (error) => errors.push(error),
    );
    for (let i = 0; i < 100; i++) {
      if (!trace.write(Buffer.alloc(100_000))) await trace.drained();
    }
    await trace.end();
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("ENOENT")]);
  });
});

const pytest = "/TOTAL.*? (100(?:\\.0+)?\\%|[1-9]?\\d(?:\\.\\d+)?\\%)$/";

// Patterns that the documents of services and of test frameworks name.
it.each([
  [pytest, "app.py    1234     45    96%\nTOTAL     1234     45    96%\n", 96],
  [pytest, "TOTAL     1234     0    100%", 100],
  ["/TOTAL.*\\s+(\\d+\\.\\d+%)$/", "TOTAL   10  2  87.5%", 87.5],
  ["/Code coverage: \\d+\\.\\d+/", "Code coverage: 12.5 of 99", 12.5],
  ["/All files[^|]*\\|[^|]*\\s+([\\d\\.]+)/", "All files | 91.67 | 80 |", 91.67],
  ["/(\\d+) of (\\d+) lines/", "8 of 10 lines", 10],
  ["/\\d+%/", "10% 20%\n30% 40%\nend", 40],
  ["/(\\d+)% (?:branches|lines)/", "1% branches 2% lines", 2],
  ["/ok(\\d+)?/", "ok5\nok", 5],
  ["/total:\\s+\\(statements\\)\\s+\\d+.\\d+%/", "total:\t(statements)\t61.5%", 61.5],
  ["/(/", "50%", null],
  [null, "50%", null],
])("%s finds in %j %s", (pattern, printed, expected) => {
  const reader = new CoverageReader(pattern);
  for (const part of printed.match(/.{1,5}/gs) ?? []) reader.read(Buffer.from(part));
  reader.end();
  expect(reader.value).toBe(expected);
});
