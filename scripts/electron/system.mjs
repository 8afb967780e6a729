import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns why this system cannot show a desktop app at all, or null. */
export function sessionObstacle(env = process.env, platform = process.platform, uid = process.getuid?.()) {
  if (platform !== "linux") return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY)
    return "There is no display (DISPLAY and WAYLAND_DISPLAY are not set).";
  return uid === 0 ? "Chromium's sandbox does not run as root: start Helve as another user." : null;
}

/**
 * Returns why Chromium's sandbox cannot be set up for this executable, or null. Helve never switches the sandbox off; where
 * Linux does not allow one, Electron would end at once with a message about its own files.
 */
export function sandboxObstacle(electron) {
  if (process.platform !== "linux") return null;
  if (hasNamespaces() || isSetuidRoot(join(dirname(electron), "chrome-sandbox"))) return null;
  const helper = join(dirname(electron), "chrome-sandbox");
  return `This system does not allow unprivileged user namespaces, which Chromium's sandbox needs. Either allow them:
    sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0
  or install Electron's own helper:
    sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
}

/** Returns whether an unprivileged process may make a user namespace, as Chromium's sandbox does. */
function hasNamespaces() {
  const refuses = (path, value) => existsSync(path) && readFileSync(path, "utf8").trim() === value;
  if (refuses("/proc/sys/kernel/unprivileged_userns_clone", "0")) return false;
  if (refuses("/proc/sys/user/max_user_namespaces", "0")) return false;
  if (!refuses("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) return true;
  // Distributions that restrict them allow some programs; only an attempt shows whether this one is allowed.
  return spawnSync("unshare", ["--user", "--map-root-user", "true"], { stdio: "ignore" }).status === 0;
}

function isSetuidRoot(path) {
  if (!existsSync(path)) return false;
  const { uid, mode } = statSync(path);
  return uid === 0 && (mode & 0o4000) !== 0;
}
