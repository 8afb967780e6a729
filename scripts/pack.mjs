import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensurePackages } from "./install.mjs";
import { findNode, root } from "./node.mjs";

/**
 * Packs the desktop app: `npm run pack -- [--no-dictionaries] [flags of electron-builder]`. Builds, writes licenses
 * and the bill of materials, downloads the dictionaries, packs, and inspects the result.
 */
const flags = process.argv.slice(2);
const dictionaries = !flags.includes("--no-dictionaries");
const rest = flags.filter((flag) => flag !== "--no-dictionaries");

ensurePackages();
build("renderer");
build("desktop");
run([join(root, "scripts", "packing", "prepare.mjs"), ...(dictionaries ? [] : ["--no-dictionaries"])]);
mkdirSync(join(root, "dist", "dictionaries"), { recursive: true });
run([join(root, "node_modules", "electron-builder", "cli.js"), ...rest]);
run([join(root, "scripts", "packing", "report.mjs"), ...(dictionaries ? [] : ["--no-dictionaries"])]);

/** Runs a script on Helve's Node and ends with its code where it fails. */
function run(args) {
  const { status } = spawnSync(findNode(), args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
