import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../node.mjs";
import { commandOf } from "./brief.mjs";
import { checks } from "./checks.mjs";
import { hasSpecs } from "./plan.mjs";
import { endWithChildren, runNode } from "./processes.mjs";
import { countDesktopSpecs, runSpecs, runTests, whyNoDesktop } from "./suites.mjs";

const secondsSince = (began) => (Date.now() - began) / 1000;
const indent = (text) => text.replace(/^(?=.)/gm, "    ");
const slowest = 20;

/**
 * Runs a plan. The tests begin at once, beside the build, which the specs wait for; the static checks run two at a time, at
 * a low priority where the tests are many. Nothing is printed of what passes but a line. Returns
 * the exit code.
 */
export async function run(plan, { chromium, times = false }) {
  const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  endWithChildren(cleanUp);
  const began = Date.now();
  const say = (text) => console.log(text);
  const result = {
    passed: 0,
    skippedCount: 0,
    failed: [],
    flaky: [],
    skipped: [],
    steps: [],
    suites: [],
    logs: {},
  };
  const note = (name, since) => result.steps.push({ name, seconds: secondsSince(since) });

  const check = async (name, low) => {
    const since = Date.now();
    const { args, command, brief } = checks[name];
    const { code, output } = await runNode(args, { low });
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
    result.failed.push(...failed.map(failureOf));
    result.flaky.push(...flaky.map(failureOf));
    // The others of the file are skipped where a name chooses.
    if (plan.name === undefined) result.skipped.push(...skipped.map(failureOf));
    result.suites.push({ title, files, tests });
    if (failed.length > 0 && !plan.named) result.logs[title] = output;
    say(`${title}: ${passed} passed, ${failed.length} failed in ${secondsSince(since).toFixed(1)} s`);
  };
  const options = { env: plan.env ?? {}, folder, inherit: plan.named === true, say };

  const withSpecs = hasSpecs(plan);
  const needsBuild = withSpecs || plan.checks.includes("Packed layout");
  const build = needsBuild ? check("Build", false) : Promise.resolve(true);
  const waiting = [...plan.checks];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      if (name !== "Packed layout" || (await build)) await check(name, plan.tests !== "unit");
  };
  const background = Promise.all([lane(), lane()]);
  const obstacle = withSpecs ? whyNoDesktop() : null;
  const desktopSpecs = obstacle ? countDesktopSpecs(plan) : Promise.resolve(0);

  const title = plan.title ?? "Unit, contract and page tests";
  if (plan.tests.length > 0)
    await suite(
      plan.title ?? "Unit, contract and page tests",
      runTests(plan.title ?? "Tests", plan, options),
    );
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
    else if (obstacle && count > 0 && !isOnlyDesktop) {
      result.skippedCount = count;
      result.obstacle = `Not run in Electron: ${count} specs. ${obstacle}.`;
    }
  }
  await background;
  cleanUp();
  if (plan.name !== undefined && result.passed + result.failed.length === 0)
    result.failed.push({ name: `No test of these files has "${plan.name}" in its name` });
  print(result, plan, { times, seconds: secondsSince(began) });
  return result.failed.length === 0 ? 0 : 1;
}

/** A test as the summary lists it, with the command that runs it alone. */
function failureOf({ file, title, message }) {
  if (!file) return { name: title, message };
  return {
    name: title ? `${file}: ${title}` : file,
    message,
    command: title ? commandOf({ file, title }) : `npm test -- ${file}`,
  };
}

/** Prints the summary; its last line counts. */
function print(result, plan, { times, seconds }) {
  const list = (title, entries, isFull) => {
    if (entries.length === 0) return;
    console.log(`\n${title}:`);
    for (const { name, message, command } of entries) {
      console.log(`- ${name}`);
      if (message) console.log(indent(message));
      if (isFull && command) console.log(indent(command));
    }
  };
  if (times) printTimes(result);
  const steps = result.steps.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
  console.log(`\n${[...steps, `all ${seconds.toFixed(1)} s`].join(", ")}`);
  list("Passed only at the second try, to be mended", result.flaky, true);
  list("Skipped", result.skipped, false);
  list(
    "Failed",
    plan.named
      ? result.failed.map(({ message, ...entry }) => (entry.command ? entry : { ...entry, message }))
      : result.failed,
    true,
  );
  for (const [title, output] of Object.entries(result.logs)) {
    const path = join("test-results", `${title.split(/\W/)[0].toLowerCase()}.log`);
    mkdirSync(join(root, "test-results"), { recursive: true });
    writeFileSync(join(root, path), output);
    console.log(`\nThe whole output of the failed run: ${path}`);
  }
  if (result.obstacle || plan.notRun.length > 0) console.log("");
  if (result.obstacle) console.log(result.obstacle);
  for (const { what, why, how } of plan.notRun)
    console.log(
      `Not run: ${what}${why ? `; ${why}` : ""}. ${how} runs ${/,| and |s\b/.test(what) ? "them" : "it"}.`,
    );
  const skipped = result.skipped.length + result.skippedCount;
  console.log(
    `${result.passed} passed, ${result.failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
}

/** Prints the slowest files and tests of each suite, and the sums of its projects. */
function printTimes({ suites }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(8)} s`;
  const sums = (entries, keyOf) => {
    const found = new Map();
    for (const entry of entries) found.set(keyOf(entry), (found.get(keyOf(entry)) ?? 0) + entry.ms);
    return [...found].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms);
  };
  for (const { title, files, tests } of suites) {
    const parts = [
      ["seconds of all workers by project", sums(files, ({ project }) => project)],
      ["slowest files", sums(files, ({ project, name }) => `${project} ${name}`).slice(0, slowest)],
      ["slowest tests", sums(tests, ({ project, name }) => `${project} ${name}`).slice(0, slowest)],
    ];
    for (const [what, entries] of parts) {
      console.log(`\n${title}, ${what}:`);
      for (const { name, ms } of entries) console.log(`${seconds(ms)}  ${name}`);
    }
  }
}
