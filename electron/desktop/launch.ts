import { delimiter, resolve } from "node:path";
import { app, dialog } from "electron";
import { claimDataFolder, type FolderLock } from "../system/folder-lock.ts";
import { findAppPaths } from "./app-paths.ts";
import { registerAppScheme } from "./app-scheme.ts";
import { createNavigator, listenToSystem, ownRequest } from "./navigator.ts";
import { startApp } from "./start-app.ts";

/** Windows groups windows and shows notifications by it; the installer gives the same to its shortcuts. */
const appId = "dev.helve.app";

/**
 * Does what has to precede Electron's `ready` event, then starts the app. One run for each data folder: a second one
 * forwards its arguments to the first, and ends. `bundle` is the URL of the built entry.
 */
export function launch(
  argv: readonly string[],
  bundle: string,
  version: string,
  platform: NodeJS.Platform = process.platform,
): void {
  // Certificates are always checked, here and in every process that this one starts.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.PATH = completePath(process.env.PATH ?? "");
  app.setName("Helve");
  if (platform === "win32") app.setAppUserModelId(appId);
  app.enableSandbox();
  registerAppScheme();
  const paths = findAppPaths(argv.slice(1), bundle);
  if (!app.requestSingleInstanceLock(ownRequest(argv, app.isPackaged))) {
    app.quit();
    return;
  }
  const refusal = sandboxRefusal();
  if (refusal) {
    fail(refusal);
    return;
  }
  const lock = claim(paths.data, version);
  if (!lock) return;
  registerDeepLinks(argv);
  const navigator = createNavigator(argv);
  listenToSystem(navigator);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  startApp(paths, version, navigator, lock).catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  );
}

/** Takes the data folder, which a browser shell may have. Returns null where that fails, and says why. */
function claim(folder: string, version: string): FolderLock | null {
  try {
    return claimDataFolder(folder, "Helve's desktop app", version);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Shows an error. Before Electron is ready, Linux prints it on stderr. */
function fail(reason: string): void {
  dialog.showErrorBox("Helve could not start", reason);
  app.exit(1);
}

/**
 * Returns why a packed app does not run without Chromium's sandbox, null where it has one. The launcher of an AppImage
 * passes `--no-sandbox` where the system allows no user namespaces; a page with untrusted content needs one.
 */
function sandboxRefusal(): string | null {
  if (!app.isPackaged || !app.commandLine.hasSwitch("no-sandbox")) return null;
  return [
    "This system does not let Helve run its pages in a sandbox, and Helve does not run without one.",
    "Allow unprivileged user namespaces: sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0",
    "(on other systems kernel.unprivileged_userns_clone=1), or install the deb or rpm package, which need neither.",
  ].join("\n");
}

/** Folders in which package managers of macOS install git. */
const macFolders = ["/opt/homebrew/bin", "/usr/local/bin"] as const;

/**
 * Returns the PATH with the folders that a terminal of macOS has and an app started from Finder has not. They are at
 * the end, so that no program of the system is replaced.
 */
export function completePath(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== "darwin") return path;
  const folders = path.split(delimiter).filter(Boolean);
  return [...folders, ...macFolders.filter((folder) => !folders.includes(folder))].join(delimiter);
}

const linkScheme = "helve";

/** Registers the app for `helve://` links. A run from sources registers its command line and data folder. */
export function registerDeepLinks(argv: readonly string[]): void {
  const [, script, ...flags] = argv;
  if (app.isPackaged || !script) app.setAsDefaultProtocolClient(linkScheme);
  else {
    const data = flags.filter((flag) => flag.startsWith("--data="));
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [resolve(script), ...data]);
  }
}
