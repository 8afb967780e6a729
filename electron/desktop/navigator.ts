import { app, type BrowserWindow } from "electron";
import { readDeepLink } from "../../shared/host/account-url.ts";
import { folderUrl, launchRequest, ownRequest, targetOf } from "./open-target.ts";

/** Navigator that focuses windows and opens external targets: links, folders, notifications. */
export interface Navigator {
  /** Shows the window, at a path of the app, a `helve://` link or the `file:` URL of a folder where one is given. */
  show(target?: string | null): void;
  /** The window that had focus last, null while there is none. */
  window(): BrowserWindow | null;
  /** Manages a further window that the page has opened. */
  adopt(window: BrowserWindow): void;
  /** Sets how windows are opened and targets are sent; earlier targets are sent now. */
  start(open: () => BrowserWindow, publish: (target: string) => void): void;
}

/** Listens from the start, since links and files may arrive before anything else exists. */
export function createNavigator(argv: readonly string[]): Navigator {
  const state: {
    /** Open windows, the one that had focus last at the end. */
    windows: readonly BrowserWindow[];
    early: string | null;
    started: { open: () => BrowserWindow; publish: (target: string) => void } | null;
  } = { windows: [], early: targetOf(ownRequest(argv, app.isPackaged)), started: null };

  const front = (): BrowserWindow | null => state.windows.at(-1) ?? null;
  const others = (window: BrowserWindow) => state.windows.filter((open) => open !== window);

  function adopt(window: BrowserWindow): void {
    state.windows = [...state.windows, window];
    window.on("focus", () => {
      state.windows = [...others(window), window];
    });
    window.on("closed", () => {
      state.windows = others(window);
    });
  }

  function show(target?: string | null): void {
    if (!state.started) {
      state.early = target ?? state.early;
      return;
    }
    if (target) state.started.publish(target);
    const window = front();
    if (!window) {
      adopt(state.started.open());
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  return {
    show,
    window: front,
    adopt,
    start(open, publish) {
      state.started = { open, publish };
      show(state.early);
    },
  };
}

/** Handles the system's events: opened links and files, a second instance. */
export function listenToSystem(navigator: Navigator): void {
  app.on("second-instance", (_event, _argv, _folder, data) => {
    // Chromium reorders the arguments of a second run; those that it sent along are as they were given.
    const request = launchRequest.safeParse(data);
    navigator.show(request.success ? targetOf(request.data) : null);
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const link = readDeepLink(url);
    if (link) navigator.show(link);
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    const folder = folderUrl(path);
    if (folder) navigator.show(folder);
  });
  app.on("activate", () => navigator.show());
}
