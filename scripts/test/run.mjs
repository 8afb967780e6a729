import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checks, checksOfBuild } from "./checks.mjs";
import { hasSpecs } from "./plan.mjs";
import { endWithChildren, runNode } from "./processes.mjs";
import { countDesktopSpecs, runSpecs, runTests, whyNoDesktop } from "./suites.mjs";
import { failureEntry, indent, printSummary } from "./summary.mjs";

const secondsSince = (began) => (Date.now() - began) / 1000;

/**
 * Runs a plan. The tests begin at once, beside the build, which the specs wait for; the static checks run two at a time, at
 * a low priority where the tests are many. Nothing is printed of what passes but a line. Returns
 * the exit code.
 */
export async function runPlan(plan, { chromium, times = false }) {
  const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  endWithChildren(cleanUp);
  const began = Date.now();
  const say = (text) => console.log(text);
  const result = { passed: 0, failed: [], flaky: [], skipped: [], steps: [], suites: [], desktop: null };
  const note = (name, since) => result.steps.push({ name, seconds: secondsSince(since) });

  const check = async (name, low) => {
    const since = Date.now();
    const { args, env, command, brief } = checks[name];
    const { code, output } = await runNode(args, { env, low });
    note(name, since);
    if (code === 0) {
      result.passed++;
      say(`${name}: passed in ${secondsSince(since).toFixed(1)} s`);
      return true;
    }
    const message = brief(output).join("\n");
    result.failed.push({ name, message, command });
    say(`FAILED ${name}\n${indent(message)}`);
    return false;
  };
  const suite = async (title, runner) => {
    const since = Date.now();
    const { passed, failed, flaky, skipped, files, tests, output } = await runner;
    note(title, since);
    result.passed += passed;
    result.failed.push(...failed.map(failureEntry));
    result.flaky.push(...flaky.map(failureEntry));
    // The others of the file are skipped where a name chooses.
    if (plan.name === undefined) result.skipped.push(...skipped.map(failureEntry));
    result.suites.push({
      title,
      passed,
      files,
      tests,
      output: failed.length > 0 && !plan.named ? output : "",
    });
    say(`${title}: ${passed} passed, ${failed.length} failed in ${secondsSince(since).toFixed(1)} s`);
  };
  const options = { env: plan.env ?? {}, folder, inherit: plan.named === true, say };

  const withSpecs = hasSpecs(plan);
  const needsBuild = withSpecs || plan.checks.some((name) => checksOfBuild.includes(name));
  const build = needsBuild ? check("Build", false) : Promise.resolve(true);
  const waiting = [...plan.checks];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      if (!checksOfBuild.includes(name) || (await build)) await check(name, plan.tests !== "unit");
  };
  const background = Promise.all([lane(), lane()]);
  const obstacle = withSpecs ? whyNoDesktop() : null;
  const desktopSpecs = obstacle ? countDesktopSpecs(plan) : Promise.resolve(0);

  const title = plan.title ?? "Unit, contract and page tests";
  if (plan.tests.length > 0) await suite(title, runTests(title, plan, options));
  const isBuilt = await build;
  if (withSpecs) {
    const name = "Specs";
    const env = {
      ...options.env,
      ...(chromium && chromium !== "playwright" ? { HELVE_CHROMIUM: chromium } : {}),
    };
    const count = await desktopSpecs;
    const isOnlyDesktop =
      plan.named && obstacle && plan.specs.every((path) => path.startsWith("e2e/desktop/"));
    if (chromium === null) result.failed.push({ name, message: "No Chromium: the specs did not run." });
    else if (isOnlyDesktop) result.failed.push({ name, message: `They need Electron. ${obstacle}.` });
    else if (!isBuilt) result.failed.push({ name, message: "The build failed: the specs did not run." });
    else await suite(name, runSpecs(name, plan, !obstacle, { ...options, env }));
    if (obstacle && process.env.HELVE_E2E_ELECTRON === "1")
      result.failed.push({ name: "Specs in Electron", message: obstacle });
    else if (obstacle && count > 0 && !isOnlyDesktop) result.desktop = { count, obstacle };
  }
  await background;
  cleanUp();
  const ran = result.suites.some(({ passed }) => passed > 0) || result.failed.length > 0;
  if (plan.name !== undefined && !ran)
    result.failed.push({ name: `No test of these files has "${plan.name}" in its name` });
  printSummary(result, plan, { times, seconds: secondsSince(began) });
  return result.failed.length === 0 ? 0 : 1;
}
