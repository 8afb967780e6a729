import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyGuide } from "./guide-blocks.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { frugalTypes } from "./node-options.mjs";

/**
 * Follows "Add an operation" and "Add a view" of CONTRIBUTING.md on a copy of the project, then runs the types and the
 * tests that are derived from the contract and the routes there: `npm run guide`.
 */
const tests = [
  "shared/api/coverage.test.ts",
  "electron/host/questions/who-confirms.test.ts",
  "electron/service/unimplemented.contract.test.ts",
  "electron/service/routes/file-count.contract.test.ts",
  "renderer/app/router.test.ts",
  "e2e/sweep/views.test.ts",
];

ensurePackages();
const folder = mkdtempSync(join(tmpdir(), "helve-guide-"));
process.exitCode = 1;
try {
  for (const path of git("ls-files", "-co", "--exclude-standard")) {
    if (!path.startsWith("docs/")) cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  console.log(`${applyGuide(guide, folder)} blocks of CONTRIBUTING.md were applied.`);
  const env = { ...process.env, ...frugalTypes.env };
  const run = (program, ...args) =>
    spawnSync(findNode(), [join("node_modules", program), ...args], { cwd: folder, env, stdio: "inherit" })
      .status === 0;
  const types = run("typescript/bin/tsc", "-p", ".", ...frugalTypes.args);
  const passed = types && run("vitest/vitest.mjs", "run", "--reporter=dot", ...tests);
  if (passed) process.exitCode = 0;
  else console.error("What CONTRIBUTING.md says does not work any more.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}
