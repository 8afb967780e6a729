import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../node.mjs";

/** Folder of the npm package, which does not include the binary. */
export const electronPackage = join(root, "node_modules", "electron");

const executables = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };

/** Path of the executable inside Electron's distribution. */
const executable = executables[process.platform] ?? "electron";

/** Version of the npm package; null where it is not installed. */
export function electronVersion() {
  const text = read(join(electronPackage, "package.json"));
  return text === null ? null : JSON.parse(text).version;
}

/**
 * Returns the path of Electron's executable, or null where it was not downloaded yet. `ELECTRON_OVERRIDE_DIST_PATH`
 * names another unpacked distribution, as it does for Electron's own scripts; throws where that has no executable.
 */
export function findElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = join(override, executable);
    if (existsSync(path)) return path;
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but ${path} does not exist.`);
  }
  const dist = join(electronPackage, "dist");
  // Written first and last while the archive is unpacked: without both it was interrupted.
  if (read(join(dist, "version"))?.trim().replace(/^v/, "") !== electronVersion()) return null;
  if (read(join(electronPackage, "path.txt"))?.trim() !== executable) return null;
  const path = join(dist, executable);
  return existsSync(path) ? path : null;
}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);
