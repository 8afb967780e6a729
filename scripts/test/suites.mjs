import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findElectron } from "../electron/installed.mjs";
import { sandboxObstacle, sessionObstacle } from "../electron/system.mjs";
import { root } from "../node.mjs";
import { briefEnd } from "./brief.mjs";
import { bin } from "./checks.mjs";
import { playwrightArguments, vitestArguments } from "./plan.mjs";
import { runNode } from "./processes.mjs";

const progressEveryMs = 30_000;
const playwright = [bin("@playwright/test/cli.js"), "test", "--config", "e2e/playwright.config.ts"];
const reporter = (name) => join(root, "scripts", "test", `${name}-report.mjs`);

/**
 * Runs a suite and returns its report: how many tests passed, those that failed, were flaky or skipped, files whose
 * process ended amid them, and durations. It says what fails at once, and now and then how far it is.
 */
export async function runSuite(title, args, { env, folder, inherit, say }) {
  const file = join(folder, `${title.replaceAll(/\W+/g, "-")}.json`);
  let saidAt = Date.now();
  const { code, output } = await runNode(args, {
    env: { ...env, HELVE_TEST_REPORT: file },
    inherit,
    onMessage: ({ done, total, failed }) => {
      if (inherit) return;
      if (failed) say(`FAILED ${failed.file}: ${failed.title}`);
      else if (Date.now() - saidAt > progressEveryMs) {
        saidAt = Date.now();
        say(`${title}: ${done} of ${total}`);
      }
    },
  });
  const empty = { passed: 0, flaky: [], failed: [], skipped: [], crashed: [], files: [], tests: [] };
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  // A run that breaks before or after its tests has failed too.
  const broke = report === null || (code !== 0 && report.failed.length + report.crashed.length === 0);
  const failure = { file: "", title, message: inherit ? "" : briefEnd(output).join("\n") };
  return { ...empty, ...report, failed: [...(report?.failed ?? []), ...(broke ? [failure] : [])], output };
}

/**
 * Runs the tests of a plan in Vitest. Files that failed, or whose process ended, run once more by themselves: in new
 * processes, where nothing is left of their first try.
 */
export async function runTests(title, plan, options) {
  const run = (title, files) =>
    runSuite(
      title,
      [bin("vitest/vitest.mjs"), "run", "--reporter=default", `--reporter=${reporter("vitest")}`, ...files],
      options,
    );
  const report = await run(title, vitestArguments(plan));
  const files = new Set([...report.failed, ...report.crashed].map(({ file }) => file).filter(Boolean));
  if (plan.named || files.size === 0) return { ...report, failed: [...report.failed, ...report.crashed] };
  return withSecondTry(report, await run("Files that failed, once more", [...files]));
}

/** Returns the report of a run and of a second one of the files that had failed or crashed in it. */
export function withSecondTry(report, again) {
  const failed = [...again.failed, ...again.crashed];
  const isIn = (list) => (test) =>
    list.some(({ file, title }) => file === test.file && (title === test.title || title === ""));
  const flaky = [...report.failed, ...report.crashed].filter((test) => test.file && !isIn(failed)(test));
  // Of a file whose process ended nothing was counted.
  const isOfCrashed = ({ file }) => report.crashed.some((crashed) => crashed.file === file);
  const countOf = (list) => list.filter((test) => !isOfCrashed(test)).length;
  const crashedTests = again.tests.filter((test) => isOfCrashed(test) && test.state === "passed");
  return {
    passed: report.passed + countOf(flaky) + crashedTests.length,
    flaky,
    failed: [...report.failed.filter(({ file }) => !file), ...failed],
    skipped: [...report.skipped, ...again.skipped.filter(isOfCrashed)],
    files: report.files,
    tests: [...report.tests, ...again.tests.filter(isOfCrashed)],
    output: report.output + again.output,
  };
}

/** Runs the specs of a plan in Playwright. */
export const runSpecs = (title, plan, desktop, options) =>
  runSuite(
    title,
    [
      ...playwright,
      ...(plan.named ? ["--pass-with-no-tests"] : ["--retries=1"]),
      ...["--reporter", `list,${reporter("playwright")}`],
      ...playwrightArguments(plan, desktop),
    ],
    { ...options, env: { ...options.env, HELVE_E2E_ELECTRON: desktop ? "1" : "0" } },
  );

/** Returns why the specs cannot run in Electron here, or null. */
export function whyNoDesktop() {
  const electron = findElectron();
  if (!electron) return "Electron's binary is not here (`npm start -- --shell desktop` downloads it)";
  return sessionObstacle() ?? sandboxObstacle(electron);
}

/** Returns how many specs of a plan would run in Electron. */
export async function countDesktopSpecs(plan) {
  const selection = plan.specs === "all" ? [] : playwrightArguments(plan, true);
  const { output } = await runNode(
    [
      ...playwright,
      ...["--list", "--pass-with-no-tests", "--reporter=list"],
      ...selection.filter((argument) => !argument.startsWith("--project")),
      "--project=desktop",
    ],
    { env: { HELVE_E2E_ELECTRON: "1" }, low: true },
  );
  return Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0);
}
