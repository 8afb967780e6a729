import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNode, root, runNpm } from "./node.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

const stamp = join(root, "node_modules", ".helve-lock");

/** Installs the packages when they are missing or the lock file has changed since. Ends the process where it fails. */
export function ensurePackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (!isInstalled(lock)) oneAtATime("packages", () => isInstalled(lock) || install(lock));
}

const installedLock = () => (existsSync(stamp) ? readFileSync(stamp, "utf8") : null);
const isInstalled = (lock) => installedLock() === lock && findNode() !== null;

function install(lock) {
  const installed = installedLock();
  if (installed === null && existsSync(join(root, "node_modules", ".package-lock.json")) && findNode()) {
    writeFileSync(stamp, lock);
    return;
  }
  console.log("Installing packages…");
  const code = runNpm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
  if (code !== 0) {
    console.error("npm ci failed; what it printed above says why.");
    process.exit(code);
  }
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, lock);
}
