import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TraceWriter } from "./trace-writer.ts";

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
