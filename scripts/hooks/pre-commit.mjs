import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findNode, root } from "../node.mjs";

/** Runs a program of the packages on the files of this commit. Ends the commit where it fails. */
function check(name, program, args) {
  const path = join(root, "node_modules", ...program.split("/"));
  if (!existsSync(path)) {
    console.error("The packages are not installed: run `npm install`, or commit with --no-verify.");
    process.exit(1);
  }
  if (spawnSync(findNode(), [path, ...args], { cwd: root, stdio: "inherit" }).status === 0) return;
  console.error(`\n${name} failed, so nothing was committed.`);
  process.exit(1);
}

const staged = execFileSync("git", ["diff", "--cached", "--name-only", "--diff-filter=ACMR", "-z"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter(Boolean);

if (staged.length > 0) {
  const lint = ["check", "--no-errors-on-unmatched", "--files-ignore-unknown=true", ...staged];
  check("Lint", "@biomejs/biome/bin/biome", lint);
}
if (staged.some((path) => /\.tsx?$|^(package(-lock)?|tsconfig[.a-z]*)\.json$/.test(path))) {
  check("Types", "typescript/bin/tsc", ["-b"]);
}
