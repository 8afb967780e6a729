import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";
import { frugalTypes } from "./node-options.mjs";

/**
 * Follows "Add an operation" and "Add a view" of CONTRIBUTING.md on a copy of the project, then runs the types and the
 * tests that are derived from the contract and the routes there: `npm run guide`.
 */
const tests = [
  "shared/api/documented-operations.test.ts",
  "electron/host/confirmation/who-confirms.test.ts",
  "electron/service/unimplemented.contract.test.ts",
  "electron/service/routes/file-count.contract.test.ts",
  "renderer/app/app.test.ts",
  "renderer/app/views.test.ts",
  "e2e/sweep/swept-views.test.ts",
];

/** Applies the guide to a copy of the project, and returns whether its types and tests are right there. */
function follow() {
  const folder = mkdtempSync(join(tmpdir(), "helve-guide-"));
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
    const types = run("typescript/bin/tsc", "-b", ...frugalTypes.args);
    return types && run("vitest/vitest.mjs", "run", "--reporter=dot", ...tests);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}

/**
 * Applies the blocks of code of CONTRIBUTING.md to a copy of the project: a `diff` block puts its `+` lines after the
 * line above them, any other creates the file that its first line names. Returns the number of blocks. Throws where a
 * file has no such line.
 */
export function applyGuide(guide, folder) {
  const blocks = [...guide.matchAll(/^( *)```(tsx?|diff)\n([\s\S]*?)^ *```$/gm)];
  for (const [, indent, kind, text] of blocks) {
    const lines = text.split("\n").map((line) => line.slice(indent.length));
    if (kind === "diff") insert(folder, lines);
    else create(folder, lines);
  }
  return blocks.length;
}

/** Creates the file that the first line of a block names. */
function create(folder, [first, ...lines]) {
  const path = join(folder, first.replace("// ", ""));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join("\n"));
}

/** Inserts each run of `+` lines after the line above it, in the file that the last `---` line named. */
function insert(folder, lines) {
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

/** Returns the files that the blocks change, and those that they import. */
export function guideFiles(guide) {
  const found = new Set(["CONTRIBUTING.md", "scripts/guide.mjs"]);
  for (const [, path] of guide.matchAll(/^ *--- (\S+\.\S+)$/gm)) found.add(path);
  for (const [, path, block] of guide.matchAll(/^ *\/\/ (\S+\.tsx?)\n([\s\S]*?)^ *```$/gm)) {
    for (const [, name] of block.matchAll(/ from "(\..*?)"/g))
      found.add(posix.join(posix.dirname(path), name));
  }
  return [...found];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensurePackages();
  const passed = follow();
  if (!passed) console.error("What CONTRIBUTING.md says does not work any more.");
  process.exitCode = passed ? 0 : 1;
}
