import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { TraceFile } from "./trace-file.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-trace-file-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("stores a trace up to its limit and says that the rest is not stored", async () => {
  const path = join(folder, "endless.log");
  const file = await TraceFile.open(path, 1024);
  const line = Buffer.from(`${"x".repeat(99)}\n`);
  const endless = async () => {
    for (;;) await file.append(line);
  };
  await expect(endless()).rejects.toMatchObject({
    problem: { code: "too_large", retry: false, message: expect.stringContaining("stores no more") },
  });
  // What came before is there, whole.
  expect(readFileSync(path, "utf8")).toBe(line.toString().repeat(10));
  await expect(file.append(line)).rejects.toMatchObject({ problem: { code: "too_large" } });
  expect(file.size).toBe(1000);
  await file.close();
});
