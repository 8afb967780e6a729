import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runSuite } from "./suites.mjs";

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
