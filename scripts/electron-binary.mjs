import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNode, root } from "./node.mjs";

/** Milliseconds that the one try to fetch Electron may take. */
const limit = 20_000;

/** Path of Electron's executable, or null where it is neither there nor to be had. */
export function findElectron(folder) {
  const home = join(root, "node_modules", "electron");
  if (!existsSync(join(home, "package.json"))) return null;
  const there = executable(home);
  if (there) return there;
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const note = join(folder, "electron-fetch.json");
  // A try that failed is not repeated for this version: a closed network must not delay every start.
  if (existsSync(note) && JSON.parse(readFileSync(note, "utf8")).version === version) return null;
  console.log("Fetching Electron…");
  const result = spawnSync(findNode(), [join(home, "install.js")], { stdio: "ignore", timeout: limit });
  const fetched = result.status === 0 ? executable(home) : null;
  if (!fetched) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(note, JSON.stringify({ version }));
  }
  return fetched;
}

function executable(home) {
  const name = existsSync(join(home, "path.txt"))
    ? readFileSync(join(home, "path.txt"), "utf8").trim()
    : null;
  const path = name && join(home, "dist", name);
  return path && existsSync(path) ? path : null;
}
