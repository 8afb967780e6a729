import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { root } from "../node.mjs";

const tests = z.array(z.object({ file: z.string(), title: z.string(), message: z.string() }));
const reportSchema = z.object({ passed: z.number(), failed: tests, flaky: tests, skipped: tests });

/** Runs Playwright with the reporter over a spec that needs no browser. Returns the report. */
function reportOf(spec: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-report-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "some.spec.ts"), `import { expect, test } from "@playwright/test";\n${spec}`);
  writeFileSync(
    join(folder, "playwright.config.ts"),
    'export default { projects: [{ name: "browser" }], retries: 1 };',
  );
  const report = join(folder, "report.json");
  const reporter = join(import.meta.dirname, "playwright-report.mjs");
  spawnSync(
    process.execPath,
    [join(root, "node_modules", "@playwright", "test", "cli.js"), "test", "--reporter", reporter],
    { cwd: folder, env: { ...process.env, HELVE_TEST_REPORT: report }, stdio: "ignore" },
  );
  const { failed, flaky, skipped, passed } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
  const short = (list: z.infer<typeof tests>) =>
    list.map(({ file, ...test }) => ({ ...test, file: basename(file) }));
  return { passed, failed: short(failed), flaky: short(flaky), skipped: short(skipped) };
}

it("reports what passed, failed, passed at the second try and was skipped", () => {
  const report = reportOf(`
    test("passes", () => undefined);
    test.describe("a form", () => {
      test("fails", () => expect(1).toBe(2));
      test("passes later", ({}, { retry }) => expect(retry).toBe(1));
      test("is skipped", () => test.skip(true, "no display"));
    });
  `);
  const file = "some.spec.ts";
  expect(report).toEqual({
    passed: 2,
    failed: [{ file, title: "a form fails", message: expect.stringContaining("Expected: 2") }],
    flaky: [{ file, title: "a form passes later", message: expect.stringContaining("Expected: 1") }],
    skipped: [{ file, title: "a form is skipped", message: "no display" }],
  });
});

it("reports a spec that cannot be loaded", () => {
  const { passed, failed } = reportOf('import "./missing.ts";');
  expect(passed).toBe(0);
  expect(failed[0]).toMatchObject({
    title: "Unhandled error",
    message: expect.stringContaining("missing.ts"),
  });
});
