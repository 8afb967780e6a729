import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { app, type BrowserWindow, Menu, session } from "electron";
import { createHost, type Host } from "../host/host.ts";
import { catchStrayErrors } from "../host/stray-errors.ts";
import { createAppAnswer } from "./answer.ts";
import { serveAppScheme } from "./app-scheme.ts";
import { linkOf, readLink } from "./deep-link.ts";
import { guardSession } from "./guard.ts";
import { openMainWindow } from "./main-window.ts";
import { menuTemplate } from "./menu/menu-template.ts";
import type { Places } from "./places.ts";
import { startServiceProcess } from "./service-process.ts";
import { createDesktopShell } from "./shell.ts";

/**
 * Runs the app once Electron is ready: local service, host, page, menu, window. Resolves when the window is opening.
 * There is no updater and no crash reporter: Helve sends nothing anywhere but to the services of its accounts.
 */
export async function startApp(places: Places, version: string): Promise<void> {
  // Held from the start: links may come before anything else is there.
  const state: { host: Host | null; window: BrowserWindow | null; early: string | null } = {
    host: null,
    window: null,
    early: linkOf(process.argv),
  };
  const goTo = (path: string) => {
    if (state.host) state.host.publish({ type: "navigate", path });
    else state.early = path;
    show();
  };
  const show = () => {
    if (!state.host) return;
    if (!state.window) open();
    else {
      if (state.window.isMinimized()) state.window.restore();
      state.window.show();
      state.window.focus();
    }
  };
  const open = () => {
    const window = openMainWindow({ folder: places.data, openPath: goTo });
    window.on("closed", () => {
      state.window = null;
    });
    state.window = window;
  };
  app.on("second-instance", (_event, argv) => {
    const link = linkOf(argv);
    if (link) goTo(link);
    else show();
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const link = readLink(url);
    if (link) goTo(link);
  });
  app.on("activate", show);
  app.on("window-all-closed", () => {
    // On macOS an app lives on without a window.
    if (process.platform !== "darwin") app.quit();
  });

  await app.whenReady();
  guardSession(session.defaultSession);
  // Minted at each start; it lives in the memory of these two processes only.
  const adminToken = `hlv-${randomBytes(24).toString("base64url")}`;
  const service = await startServiceProcess(
    places.service,
    {
      folder: join(places.data, "service"),
      port: 0,
      adminToken,
      sample: true,
    },
    (text) => host.reportStray(`local service: ${text}`),
  );
  const host = createHost({
    folder: join(places.data, "host"),
    shell: createDesktopShell({ window: () => state.window, show: (path) => (path ? goTo(path) : show()) }),
    version,
    localService: { url: service.url, token: adminToken },
  });
  catchStrayErrors(host.reportStray);
  serveAppScheme(createAppAnswer({ page: places.page, handle: (request) => host.handle(request) }));
  endWith(async () => {
    await host.close();
    await service.stop();
  });
  state.host = host;
  app.setAboutPanelOptions({ applicationName: "Helve", applicationVersion: version });
  const run = (id: string) => {
    show();
    host.publish({ type: "command", id });
  };
  const template = menuTemplate({ platform: process.platform, run, about: () => app.showAboutPanel() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  if (state.early) host.publish({ type: "navigate", path: state.early });
  open();
}

/** Lets the app quit only when everything that was started has ended. */
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
