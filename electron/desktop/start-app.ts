import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { app, Menu, session } from "electron";
import type { MenuKeys } from "../../shared/host/shell.ts";
import { appearanceOf } from "../../shared/host/start-data.ts";
import { catchUncaughtErrors } from "../host/diagnostics/diagnostics.ts";
import type { Host } from "../host/host.ts";
import { localServiceConfig, openLocalService } from "../host/local-service/open-local-service.ts";
import { loadFrame } from "../host/page/load-frame.ts";
import { startToolServer } from "../host/tools/tool-server.ts";
import type { FolderLock } from "../system/folder-lock.ts";
import type { AppPaths } from "./app-paths.ts";
import { createAppHandler, serveAppScheme } from "./app-scheme.ts";
import { endWithWindow } from "./background.ts";
import { guardAllContents, guardSession } from "./guard.ts";
import { createBadge } from "./inbox/badge.ts";
import { createTray } from "./inbox/tray.ts";
import { openMainWindow, pageOptions } from "./main-window.ts";
import { addContextMenus } from "./menu/context-menu.ts";
import { menuTemplate } from "./menu/menu-template.ts";
import type { Navigator } from "./navigator.ts";
import { startServiceProcess } from "./service-process.ts";
import { createDesktopShell } from "./shell.ts";
import { setUpSpellCheck } from "./spell-check.ts";
import { builtAt, createUpdates, homepageOf, updatePolicy } from "./updates/updates.ts";

/**
 * Runs the app once Electron is ready: local service, host, page, menu, window. Resolves when the window is opening.
 * The app opens even where the local service does not start. `lock` is released at its end.
 */
export async function startApp(
  paths: AppPaths,
  version: string,
  navigator: Navigator,
  lock: FolderLock,
): Promise<void> {
  const early: { host: Host | null } = { host: null };
  const theme = () => (early.host && appearanceOf(early.host.startData())?.theme) ?? "system";
  guardAllContents({
    goTo: navigator.show,
    childOptions: () => pageOptions(paths.preload, theme()),
    onChild: navigator.adopt,
  });
  addContextMenus();
  await app.whenReady();
  guardSession(session.defaultSession);
  const languages = app.getPreferredSystemLanguages();
  setUpSpellCheck(session.defaultSession, {
    packed: join(paths.resources, "dictionaries"),
    chromium: paths.chromium,
    languages,
  });
  const report = (text: string) => (early.host ? early.host.reportUncaught(text) : console.error(text));
  // Meanwhile the local service starts.
  const frame = loadFrame(paths.frame, report);
  const starting = openLocalService(() =>
    startServiceProcess(paths.service, localServiceConfig(paths.data, process.env), (text) =>
      report(`local service: ${text}`),
    ),
  );
  // Loaded while the local service starts.
  const { createHost } = await import("../host/host.ts");
  const service = await starting;
  const host = createHost({
    folder: join(paths.data, "host"),
    shell: createDesktopShell({
      window: navigator.window,
      show: navigator.show,
      showKeys: (keys) => setMenu(keys),
      showBadge: createBadge(),
      showTray: createTray({ icons: paths.icons, show: navigator.show }),
    }),
    version,
    localService: service,
    traceThread: paths.traceThread,
    // The packed app has no command line of its own: that of a clone of the project reaches it by its data folder.
    toolCommand: [
      ...(app.isPackaged
        ? ["helve"]
        : ["node", fileURLToPath(new URL("scripts/helve.mjs", pathToFileURL(paths.manifest)))]),
      ...["mcp", "--data", paths.data],
    ],
  });
  early.host = host;
  catchUncaughtErrors(host.reportUncaught);
  app.on("child-process-gone", (_event, { type, name, reason, exitCode }) => {
    if (reason !== "clean-exit") report(`${name ?? type} ended: ${reason} (${exitCode})`);
  });
  serveAppScheme(
    createAppHandler({
      page: paths.page,
      startData: () => host.startData(),
      firstFrame: {
        draw: frame.draw,
        read: (address) => host.startResponses(address, frame.readFirst),
      },
      handle: (request) => host.handle(request),
    }),
  );
  const updates = createUpdates({
    policy: app.isPackaged
      ? updatePolicy(paths.resources, process.env)
      : { kind: "off", reason: "A run from sources is updated with git." },
    homepage: homepageOf(paths.manifest),
    version,
    builtAt: app.isPackaged ? builtAt : null,
    window: navigator.window,
    report,
    load: async () => (await import("electron-updater")).autoUpdater,
  });
  const tools = startToolServer(paths.data, (request) => host.handleTool(request)).catch((error: unknown) => {
    report(`other programs cannot reach this Helve: ${String(error)}`);
    return null;
  });
  const stopIdleChecks = endWithWindow({
    window: navigator.window,
    watching: () => host.watching,
    hasTray: () => host.hasTray,
  });
  endWith(async () => {
    stopIdleChecks();
    updates.stop();
    await (await tools)?.close();
    await host.close();
    await service.stop();
    lock.release();
  });
  app.setAboutPanelOptions({ applicationName: "Helve", applicationVersion: version });
  const run = (id: string) => {
    navigator.show();
    host.publish({ type: "command", id });
  };
  const entries = await frame.menuEntries();
  const setMenu = (keys: MenuKeys) => {
    const template = menuTemplate({
      platform: process.platform,
      keys,
      entries,
      run,
      about: () => app.showAboutPanel(),
      checkForUpdates: () => void updates.check(true),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  // The page reports the user's keys once it has started.
  setMenu({});
  navigator.start({
    open: () => openMainWindow({ folder: paths.data, preload: paths.preload, theme: theme(), report }),
    publish: (target) => host.publish({ type: "navigate", path: target }),
    allow: (folder) => host.openAllowed(fileURLToPath(folder)),
  });
  updates.start();
}

/** Delays quitting until everything that was started has ended. */
function endWith(close: () => Promise<void>): void {
  const ending = { begun: false, done: false };
  app.on("will-quit", (event) => {
    if (ending.done) return;
    event.preventDefault();
    if (ending.begun) return;
    ending.begun = true;
    close()
      .catch((error: unknown) => console.error(`Helve did not end cleanly: ${String(error)}`))
      .finally(() => {
        ending.done = true;
        app.quit();
      });
  });
}
