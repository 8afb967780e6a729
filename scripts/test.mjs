import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findElectron } from "./electron/installed.mjs";
import { sandboxObstacle, sessionObstacle } from "./electron/system.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { ensureHeadlessChromium, ensureKeyring } from "./system-packages.mjs";

ensurePackages();
const node = findNode();
const chromium = ensureHeadlessChromium();
ensureKeyring();

const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Failed and flaky tests; a flaky one has to be mended, but is no fault of the change. */
const failures = [];
const flaky = [];
/** Tests that did not run, with the reason. */
const skipped = [];
const timings = [];

/** Environment of every program; the packages' own are on its path. */
const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
};
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a JavaScript program of the packages or of `scripts`. */
function run(name, args, env = {}) {
  console.log(`\n— ${name}`);
  const began = Date.now();
  const result = spawnSync(node, args, { cwd: root, stdio: "inherit", env: { ...environment, ...env } });
  timings.push(`${name} ${seconds(began)}`);
  return result.status === 0;
}

const bin = (path) => join(root, "node_modules", ...path.split("/"));

/** A step that counts as one test. */
function step(name, args, env) {
  if (run(name, args, env)) totals.passed++;
  else fail(name);
}

/** Steps that do not depend on each other, two at a time; what one prints is shown where it fails. */
async function steps(list) {
  const waiting = Object.entries(list);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const began = Date.now();
      const child = spawn(node, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] });
      const printed = [];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
      const code = await new Promise((done) => child.once("close", done));
      timings.push(`${name} ${seconds(began)}`);
      console.log(`\n— ${name}${code === 0 ? `: passed in ${seconds(began)}` : ""}`);
      if (code === 0) totals.passed++;
      else {
        process.stdout.write(Buffer.concat(printed));
        fail(name);
      }
    }
  };
  await Promise.all([work(), work()]);
}

function fail(name, message = "") {
  totals.failed++;
  failures.push({ name, message });
}

/**
 * A run of tests; `read` makes its report a list of what passed, was flaky and failed. Returns the test files whose
 * process ended amid them.
 */
function suite(name, args, env, file, read) {
  const passed = run(name, args, env);
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : null;
  totals.passed += report?.passed ?? 0;
  flaky.push(...(report?.flaky ?? []));
  skipped.push(...(report?.skipped ?? []));
  totals.skipped += report?.skipped?.length ?? 0;
  for (const failed of report?.failed ?? []) fail(failed.name, failed.message);
  const crashed = report?.crashed ?? [];
  // A run that breaks before or after its tests has failed too.
  if (report === null || (!passed && report.failed.length === 0 && crashed.length === 0)) fail(name);
  return crashed;
}

await steps({
  Types: [bin("typescript/bin/tsc"), "-p", "."],
  "Import borders": [
    bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
    ...["--config", ".dependency-cruiser.mjs", "electron", "renderer", "shared", "e2e"],
  ],
  "Dead code": [bin("knip/bin/knip.js")],
  Lint: [bin("@biomejs/biome/bin/biome"), "check", "."],
  "Desktop security": ["--disable-warning=ExperimentalWarning", join(root, "scripts", "security.mjs")],
  Build: [join(root, "scripts", "build.mjs")],
  Guides: [join(root, "scripts", "guide.mjs")],
});
step("Packed layout", [join(root, "scripts", "packing", "check-layout.mjs")]);

const units = join(folder, "vitest.json");
const summary = `--reporter=${join(root, "scripts", "vitest-report.mjs")}`;
const runUnits = (name, files, report) =>
  suite(
    name,
    [bin("vitest/vitest.mjs"), "run", "--retry=1", "--reporter=dot", summary, ...files],
    { HELVE_UNIT_REPORT: report },
    report,
    (report) => report,
  );
const crashed = runUnits("Unit and contract tests", [], units);
if (crashed.length > 0) {
  flaky.push(...crashed);
  const files = crashed.map(({ name }) => name);
  const again = runUnits("Tests whose process had ended", files, join(folder, "crashed.json"));
  for (const { name, message } of again) fail(name, message);
}

const playwright = bin("@playwright/test/cli.js");
const specs = ["test", "--config", "e2e/playwright.config.ts"];
const desktopObstacle = whyNoDesktop();
if (chromium === null) {
  fail("End-to-end tests", "No Chromium: the end-to-end tests did not run.");
} else {
  const report = join(folder, "playwright.json");
  suite(
    "End-to-end tests",
    [playwright, ...specs, "--retries=1", "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      HELVE_E2E_ELECTRON: desktopObstacle ? "0" : "1",
      ...(chromium === "playwright" ? {} : { HELVE_CHROMIUM: chromium }),
    },
    report,
    ({ stats, suites }) => {
      const specs = suites.flatMap(allSpecs);
      const ofStatus = (status) =>
        specs.flatMap(({ name, tests }) =>
          tests
            .filter((test) => test.status === status)
            .map(({ results }) => ({ name, message: firstError(results) })),
        );
      return {
        passed: stats.expected + stats.flaky,
        flaky: ofStatus("flaky"),
        failed: ofStatus("unexpected"),
      };
    },
  );
}
if (desktopObstacle) skipDesktop(desktopObstacle);

/** Prints tests with what they reported first. */
function list(title, tests) {
  if (tests.length === 0) return;
  console.log(`\n${title}:`);
  for (const { name, message } of tests) {
    console.log(`- ${name}`);
    if (message) console.log(message.replace(/^(?=.)/gm, "    "));
  }
}

/** Specs of a suite and of its inner ones. */
function allSpecs({ file, specs, suites = [] }) {
  const own = specs.map(({ title, tests }) => ({ name: `${file}: ${title}`, tests }));
  return [...own, ...suites.flatMap(allSpecs)];
}

/** First lines of the first error of a test's tries. */
function firstError(results) {
  const message = results.flatMap(({ errors }) => errors)[0]?.message ?? "";
  return stripVTControlCharacters(message).split("\n").slice(0, 6).join("\n");
}

/** Returns why the specs cannot run in Electron here, or null. */
function whyNoDesktop() {
  const electron = findElectron();
  if (!electron) return "Electron's binary is not here (`npm start -- --shell desktop` downloads it)";
  return sessionObstacle() ?? sandboxObstacle(electron);
}

/** Counts the specs that would have run in Electron as skipped. */
function skipDesktop(reason) {
  const listed = spawnSync(node, [playwright, ...specs, "--list", "--project=desktop", "--reporter=json"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, HELVE_E2E_ELECTRON: "1" },
  });
  const count = (suite) =>
    suite.specs.length + (suite.suites ?? []).reduce((sum, inner) => sum + count(inner), 0);
  const skipped = JSON.parse(listed.stdout).suites.reduce((sum, file) => sum + count(file), 0);
  if (process.env.HELVE_E2E_ELECTRON === "1") fail("End-to-end tests in Electron", reason);
  else totals.skipped += skipped;
  console.log(`\nNot run in Electron: ${skipped} specs. ${reason}.`);
}

rmSync(folder, { recursive: true, force: true });
console.log(`\n${timings.join(", ")}`);
list("Passed only at the second try, to be mended", flaky);
list("Not run", skipped);
list("Failed", failures);
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`,
);
process.exit(totals.failed === 0 ? 0 : 1);
