import { app, dialog } from "electron";
import { claimDataFolder } from "../system/claim-data-folder.ts";
import type { FolderLock } from "../system/folder-lock.ts";
import { findAppPaths } from "./app-paths.ts";
import { registerAppScheme } from "./app-scheme.ts";
import { registerDeepLinks } from "./deep-link.ts";
import { createNavigator, listenToSystem } from "./navigator.ts";
import { ownRequest } from "./open-target.ts";
import { sandboxRefusal } from "./sandbox.ts";
import { startApp } from "./start-app.ts";
import { completePath } from "./system-path.ts";

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
