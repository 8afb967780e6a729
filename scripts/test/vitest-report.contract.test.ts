import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";

const tests = z.array(z.object({ file: z.string(), title: z.string(), message: z.string() }));
const summarySchema = z.object({ passed: z.number(), failed: tests, crashed: tests });
const program = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs Vitest with the reporter over files in a folder of their own. Returns the summary. */
function summaryOf(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const report = join(folder, "report.json");
  spawnSync(
    process.execPath,
    [
      program("../../node_modules/vitest/vitest.mjs"),
      ...["run", "--globals", "--root", folder, `--reporter=${program("vitest-report.mjs")}`],
    ],
    { cwd: folder, env: { ...process.env, HELVE_TEST_REPORT: report }, stdio: "ignore" },
  );
  return summarySchema.parse(JSON.parse(readFileSync(report, "utf8")));
}

it("names a test file whose process was ended, and how, so that it can run again", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-report-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const summary = summaryOf(folder, {
    "quiet.test.js": 'it("passes", () => {});',
    "broken.test.js": [
      'describe("a form", () => {',
      'it("fails", () => { throw new Error("outer", { cause: new Error("inner") }); });',
      "});",
    ].join("\n"),
    "crash.test.js": [
      'it("passes", () => {});',
      'it("ends its process", () => new Promise(() => process.kill(process.pid, "SIGKILL")));',
    ].join("\n"),
  });
  expect(summary.passed).toBe(1);
  expect(summary.failed).toEqual([
    { file: "broken.test.js", title: "a form fails", message: "outer\ninner" },
  ]);
  expect(summary.crashed).toEqual([
    { file: "crash.test.js", title: "", message: expect.stringContaining("signal SIGKILL") },
  ]);
});
