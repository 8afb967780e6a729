import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { app, type BrowserWindow } from "electron";
import { z } from "zod";
import { readDeepLink } from "../../shared/host/account-url.ts";

/** Navigator that focuses windows and opens external targets: links, folders, notifications. */
export interface Navigator {
  /** Shows the window, at a path of the app or a `helve://` link where one is given. */
  show(target?: string | null): void;
  /**
   * The same for what the user gave to the system: also the `file:` URL of a folder, which the page may then open. Never
   * call it with what the page or a link sent.
   */
  openGiven(target: string | null): void;
  /** The window that had focus last, null while there is none. */
  window(): BrowserWindow | null;
  /** Manages a further window that the page has opened. */
  adopt(window: BrowserWindow): void;
  /** Sets how windows are opened, targets sent and folders allowed; earlier targets are sent now. */
  start(started: Started): void;
}

interface Started {
  readonly open: () => BrowserWindow;
  readonly publish: (target: string) => void;
  readonly allow: (folderUrl: string) => void;
}

/** A target, and whether the user gave it to the system. */
interface Target {
  readonly url: string | null;
  readonly isGiven: boolean;
}

const isFolder = (target: string): boolean => /^file:/i.test(target);

/** Listens from the start, since links and files may arrive before anything else exists. */
export function createNavigator(argv: readonly string[]): Navigator {
  const state: {
    /** Open windows, the one that had focus last at the end. */
    windows: readonly BrowserWindow[];
    early: Target;
    started: Started | null;
  } = {
    windows: [],
    early: { url: targetOf(ownRequest(argv, app.isPackaged)), isGiven: true },
    started: null,
  };

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

  function show({ url, isGiven }: Target): void {
    if (!state.started) {
      if (url !== null) state.early = { url, isGiven };
      return;
    }
    const { allow, publish } = state.started;
    if (url && isFolder(url) && isGiven) allow(url);
    if (url && (isGiven || !isFolder(url))) publish(url);
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
    show: (target) => show({ url: target ?? null, isGiven: false }),
    openGiven: (target) => show({ url: target, isGiven: true }),
    window: front,
    adopt,
    start(started) {
      state.started = started;
      show(state.early);
    },
  };
}

/** Handles the system's events: opened links and files, a second instance. */
export function listenToSystem(navigator: Navigator): void {
  app.on("second-instance", (_event, _argv, _folder, data) => {
    // Chromium reorders the arguments of a second run; those that it sent along are as they were given.
    const request = launchRequest.safeParse(data);
    navigator.openGiven(request.success ? targetOf(request.data) : null);
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const link = readDeepLink(url);
    if (link) navigator.show(link);
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    const folder = folderUrl(path);
    if (folder) navigator.openGiven(folder);
  });
  app.on("activate", () => navigator.show());
}

/** Arguments and folder of a start; a second one sends them along with the single-instance lock. */
const launchRequest = z.object({
  /** Arguments without the program and, in a run from sources, without the script. */
  args: z.array(z.string()),
  /** The folder that relative paths start from. */
  folder: z.string(),
});
type LaunchRequest = z.output<typeof launchRequest>;

/** The request of this process. A run from sources has its script among the arguments. */
export const ownRequest = (argv: readonly string[], packaged: boolean): LaunchRequest => ({
  args: argv.slice(packaged ? 1 : 2),
  folder: process.cwd(),
});

/**
 * Returns what the request opens: a `helve://` link, or the `file:` URL of a folder or of a file's folder; null for
 * nothing.
 */
export function targetOf({ args, folder }: LaunchRequest): string | null {
  for (const argument of args) {
    const target =
      readDeepLink(argument) ?? (argument.startsWith("-") ? null : folderUrl(resolve(folder, argument)));
    if (target) return target;
  }
  return null;
}

/** The `file:` URL of a folder, or of the folder around a file; null where there is neither. */
function folderUrl(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return null;
  return pathToFileURL(info.isDirectory() ? path : dirname(path)).href;
}
