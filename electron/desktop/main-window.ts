import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from "electron";
import { appOrigin } from "./app-scheme.ts";
import { fitBounds, readWindowState, smallest, type WindowState, writeWindowState } from "./window-state.ts";

export interface MainWindowOptions {
  /** Folder of the window's state. */
  readonly folder: string;
  /** Path of the built preload script. */
  readonly preload: string;
  /** Reports errors of the page. */
  readonly report: (text: string) => void;
}

/** Milliseconds after the last move before the state is written. */
const writeDelayMs = 500;

/** A page whose process ends again within these milliseconds is left alone. */
const quickMs = 10_000;

/** Options of every window of the app: its look before the page has drawn, and what the page may do. */
export const pageOptions = (preload: string): BrowserWindowConstructorOptions => ({
  minWidth: smallest.width,
  minHeight: smallest.height,
  title: "Helve",
  backgroundColor: nativeTheme.shouldUseDarkColors ? "#14171c" : "#ffffff",
  webPreferences: {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: true,
  },
});

/** Opens the window where it was, and stores its position as it moves. */
export function openMainWindow({ folder, preload, report }: MainWindowOptions): BrowserWindow {
  const last = readWindowState(folder);
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const window = new BrowserWindow({
    ...fitBounds(
      last?.bounds ?? null,
      [primary, ...others].map(({ workArea }) => workArea),
    ),
    show: false,
    fullscreen: last?.fullScreen ?? false,
    ...pageOptions(preload),
  });
  if (last?.maximized) window.maximize();
  keepState(window, folder);
  window.once("ready-to-show", () => window.show());
  window.loadURL(`${appOrigin}/`).catch((error: unknown) => {
    report(`The page could not be loaded: ${String(error)}`);
    window.show();
  });
  recover(window, report);
  return window;
}

/** Reloads the page, once, when its process has ended; drafts are on disk. */
function recover(window: BrowserWindow, report: (text: string) => void): void {
  const last = { at: 0 };
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit") return;
    report(`The page's process ended: ${reason} (${exitCode})`);
    if (Date.now() - last.at < quickMs) return;
    last.at = Date.now();
    window.webContents.reload();
  });
}

function keepState(window: BrowserWindow, folder: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const state: WindowState = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    };
    try {
      writeWindowState(folder, state);
    } catch (error) {
      console.error(`The window's position could not be stored: ${String(error)}`);
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, writeDelayMs);
  };
  window.on("resize", soon);
  window.on("move", soon);
  window.on("maximize", soon);
  window.on("unmaximize", soon);
  window.on("enter-full-screen", soon);
  window.on("leave-full-screen", soon);
  window.on("close", write);
  window.on("closed", () => clearTimeout(timer));
}
