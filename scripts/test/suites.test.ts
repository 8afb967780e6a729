import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runSuite, withSecondTry } from "./suites.mjs";

/** Runs a program in place of a runner of tests. Returns its report, and what was said. */
async function suite(code: string) {
  const folder = mkdtempSync(join(tmpdir(), "helve-suite-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said: string[] = [];
  const options = { env: {}, folder, inherit: false, say: (text: string) => said.push(text) };
  const { passed, failed } = await runSuite("Specs", ["--eval", code], options);
  return { passed, failed, said };
}
const report = (fields: object) =>
  `require("node:fs").writeFileSync(process.env.HELVE_TEST_REPORT, ${JSON.stringify(JSON.stringify({ passed: 1, failed: [], crashed: [], ...fields }))});`;

it("passes where the runner did", async () => {
  expect(await suite(report({}))).toMatchObject({ passed: 1, failed: [] });
});

it.each([
  ["ends without a report", ""],
  ["cannot start", 'throw new Error("No such reporter");'],
  ["is killed", 'process.kill(process.pid, "SIGKILL");'],
  ["fails after its tests have passed", `${report({})} process.exitCode = 1;`],
])("fails where the runner %s", async (_what, code) => {
  const { failed } = await suite(code);
  expect(failed).toHaveLength(1);
  expect(failed[0].title).toBe("Specs");
});

it("says at once which test fails, and counts it once", async () => {
  const failure = { file: "a.test.ts", title: "fails", message: "no" };
  const sent = `process.send({ done: 1, total: 2, failed: ${JSON.stringify(failure)} });`;
  expect(await suite(`${sent} ${report({ failed: [failure] })} process.exitCode = 1;`)).toEqual({
    passed: 1,
    failed: [failure],
    said: ["FAILED a.test.ts: fails"],
  });
});

it("counts a file that failed or crashed by its second try", () => {
  const test = (file: string, title: string) => ({ file, title, message: `${title} of ${file}` });
  const tested = (file: string, title: string, state: string) => ({
    file,
    title,
    state,
    project: "unit",
    ms: 1,
  });
  const empty = { passed: 0, failed: [], crashed: [], skipped: [], files: [], tests: [], output: "" };
  const first = {
    ...empty,
    passed: 5,
    failed: [test("a", "passes later"), test("a", "fails"), test("", "Unhandled error")],
    crashed: [test("b", ""), test("c", "")],
  };
  const second = {
    ...empty,
    passed: 4,
    failed: [test("a", "fails")],
    crashed: [test("c", "")],
    tests: [tested("a", "passed", "passed"), tested("b", "one", "passed"), tested("b", "other", "skipped")],
    skipped: [test("b", "other")],
  };
  const { passed, failed, flaky, skipped } = withSecondTry(first, second);
  const titles = (tests: readonly { file: string; title: string }[]) =>
    tests.map(({ file, title }) => `${file} ${title}`.trim());
  expect(passed).toBe(5 + 1 + 1);
  expect(titles(flaky)).toEqual(["a passes later", "b"]);
  expect(titles(failed)).toEqual(["Unhandled error", "a fails", "c"]);
  expect(titles(skipped)).toEqual(["b other"]);
});
