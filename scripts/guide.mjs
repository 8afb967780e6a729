import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";

/**
 * Follows "Add an operation" and "Add a view" of CONTRIBUTING.md on a copy of the project, then runs the types and the
 * tests that are derived from the contract and the routes there: `npm run guide`.
 */
const tests = [
  "shared/api/coverage.test.ts",
  "electron/service/unimplemented.contract.test.ts",
  "electron/service/routes/file-count.contract.test.ts",
  "renderer/app/router.test.ts",
];

ensurePackages();
const folder = mkdtempSync(join(tmpdir(), "helve-guide-"));
process.exitCode = 1;
try {
  for (const path of git("ls-files", "-co", "--exclude-standard")) {
    if (!/^(docs|e2e)\//.test(path)) cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const blocks = [...guide.matchAll(/^( *)```(tsx?|diff)\n([\s\S]*?)^ *```$/gm)];
  for (const [, indent, kind, text] of blocks) {
    const lines = text.split("\n").map((line) => line.slice(indent.length));
    if (kind === "diff") insert(lines);
    else create(lines);
  }
  console.log(`${blocks.length} blocks of CONTRIBUTING.md were applied.`);
  const run = (program, ...args) =>
    spawnSync(findNode(), [join("node_modules", program), ...args], { cwd: folder, stdio: "inherit" })
      .status === 0;
  const types = run("typescript/bin/tsc", "-p", ".");
  const passed = types && run("vitest/vitest.mjs", "run", "--reporter=dot", ...tests);
  if (passed) process.exitCode = 0;
  else console.error("What CONTRIBUTING.md says does not work any more.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}

/** Creates the file that the first line of a block names. */
function create([first, ...lines]) {
  const path = join(folder, first.replace("// ", ""));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join("\n"));
}

/** Puts each run of `+` lines after the line above it, in the file that the last `---` line named. */
function insert(lines) {
  const state = { path: "", after: "", index: 0 };
  for (const line of lines) {
    if (line.startsWith("--- ")) state.path = join(folder, line.slice(4));
    else if (line.startsWith(" ")) Object.assign(state, { after: line.slice(1), index: -1 });
    else if (line.startsWith("+")) {
      const found = readFileSync(state.path, "utf8").split("\n");
      if (state.index < 0) state.index = found.indexOf(state.after);
      if (state.index < 0) throw new Error(`${state.path} has no line "${state.after}"`);
      found.splice(++state.index, 0, line.slice(1));
      writeFileSync(state.path, found.join("\n"));
    }
  }
}
