import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { ensureChromium, ensureKeyring } from "./system-packages.mjs";

ensurePackages();
const node = findNode();
const chromium = ensureChromium();
ensureKeyring();

const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
const totals = { passed: 0, failed: 0 };
const timings = [];

/** Runs a JavaScript program of the packages or of `scripts`. */
function run(name, args, env = {}) {
  console.log(`\n— ${name}`);
  const began = Date.now();
  const path = `${join(root, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`;
  const result = spawnSync(node, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: path, ...env },
  });
  timings.push(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result.status === 0;
}

const bin = (path) => join(root, "node_modules", ...path.split("/"));

/** A step that counts as one test. */
function step(name, args, env) {
  if (run(name, args, env)) totals.passed++;
  else totals.failed++;
}

/** A run of tests whose report counts each of them. */
function suite(name, args, env, count) {
  const passed = run(name, args, env);
  const counts = count();
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  // A run that breaks before or after its tests has failed too.
  if (!passed && counts.failed === 0) totals.failed++;
}

function readReport(file, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  return read(JSON.parse(readFileSync(file, "utf8")));
}

step("Types", [bin("typescript/bin/tsc"), "-p", "."]);
step("Lint", [bin("@biomejs/biome/bin/biome"), "check", "."]);
step("Import borders", [
  bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
  "--config",
  ".dependency-cruiser.mjs",
  "electron",
  "renderer",
  "shared",
  "e2e",
]);
step("Dead code", [bin("knip/bin/knip.js")]);

const units = join(folder, "vitest.json");
suite(
  "Unit and contract tests",
  [bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${units}`],
  {},
  () => readReport(units, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests })),
);

step("Build", [join(root, "scripts", "build.mjs")]);
step("Packed layout", [join(root, "scripts", "packing", "check-layout.mjs")]);

if (chromium === null) {
  console.log("\nNo Chromium: the end-to-end tests did not run.");
  totals.failed++;
} else {
  const specs = join(folder, "playwright.json");
  suite(
    "End-to-end tests",
    [bin("@playwright/test/cli.js"), "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: specs,
      ...(chromium === "playwright" ? {} : { HELVE_CHROMIUM: chromium }),
    },
    () =>
      readReport(specs, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky })),
  );
}

rmSync(folder, { recursive: true, force: true });
console.log(`\n${timings.join(", ")}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
