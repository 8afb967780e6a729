import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, posix } from "node:path";

/** Root of Electron's own cache, which other projects of this user share: which `@electron/get` checks first. */
export function cacheRoot(env = process.env, platform = process.platform) {
  if (env.electron_config_cache) return env.electron_config_cache;
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "electron");
  if (platform === "win32") {
    return join(env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "electron", "Cache");
  }
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "electron");
}

/** Path at which `@electron/get` expects `file` of this URL: a folder per source, named by its hash. */
export function cachePath(url, file) {
  const source = new URL(url);
  source.hash = "";
  source.search = "";
  source.pathname = posix.dirname(source.pathname);
  const folder = createHash("sha256").update(source.toString()).digest("hex");
  return join(cacheRoot(), folder, file);
}
