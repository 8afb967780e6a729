import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  nativeTheme,
  type Rectangle,
  screen,
} from "electron";
import { z } from "zod";
import type { Appearance } from "../../shared/host/start-data.ts";
import { whereWritable } from "../system/storage-error.ts";
import { appOrigin } from "./app-scheme.ts";

const state = z.object({
  /** Of the window when it is neither maximized nor full screen, in device-independent pixels. */
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) }),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
});
type WindowState = z.output<typeof state>;

const smallest = { width: 720, height: 480 } as const;
const usual = { width: 1_360, height: 880 } as const;
/** Part of a window that has to be on a screen for the user to reach it. */
const reachable = { width: 120, height: 40 } as const;

const fileIn = (folder: string): string => join(folder, "window.json");

/** Returns the state of the last run; null on the first one, or where the file cannot be read. */
export function readWindowState(folder: string): WindowState | null {
  try {
    return state.parse(JSON.parse(readFileSync(fileIn(folder), "utf8")));
  } catch {
    return null;
  }
}

/** Stores the state for the next run, if the disk can be written to; a half-written file never replaces a good one. */
export function writeWindowState(folder: string, value: WindowState): void {
  const file = fileIn(folder);
  whereWritable(() => {
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

/**
 * Returns bounds that can be reached on the present screens. `areas` are their work areas, the primary one first. A
 * window of a screen that is gone is centred on the first one, no larger than it.
 */
export function fitBounds(bounds: Rectangle | null, areas: readonly Rectangle[]): Rectangle {
  for (const area of areas) {
    if (!bounds || bounds.y <= area.y - reachable.height) continue;
    const placed = { ...bounds, ...fitSize(bounds, area), y: Math.max(bounds.y, area.y) };
    if (reaches(placed, area)) return placed;
  }
  const [area = { x: 0, y: 0, ...usual }] = areas;
  const { width, height } = fitSize(bounds ?? usual, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

type Size = Pick<Rectangle, "width" | "height">;

const fitSize = (size: Size, area: Size): Size => ({
  width: Math.min(Math.max(size.width, smallest.width), area.width),
  height: Math.min(Math.max(size.height, smallest.height), area.height),
});

/** Returns whether enough of the window's upper edge, by which it is moved, is within the area. */
function reaches(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return across >= reachable.width && area.y + area.height - bounds.y >= reachable.height;
}

type Theme = Appearance["theme"];

interface MainWindowOptions {
  /** Folder of the window's state. */
  readonly folder: string;
  /** Path of the built preload script. */
  readonly preload: string;
  /** The user's theme. */
  readonly theme: Theme;
  /** Reports errors of the page. */
  readonly report: (text: string) => void;
}

/** Milliseconds after the last move before the state is written. */
const writeDelayMs = 500;

/** A page whose process ends again within these milliseconds is left alone. */
const quickMs = 10_000;

/** The ground of the window in each theme, as `--surface-0` of `renderer/ui/theme` has it. */
const grounds = {
  light: "#f4f2ee",
  dark: "#101318",
  contrastLight: "#ffffff",
  contrastDark: "#000000",
} as const;

/** Returns the colour of a window until the page has drawn. */
function groundOf(theme: Theme): string {
  const isDark = nativeTheme.shouldUseDarkColors;
  if (theme === "contrast") return isDark ? grounds.contrastDark : grounds.contrastLight;
  return grounds[theme === "system" ? (isDark ? "dark" : "light") : theme];
}

/** Options of every window of the app: its look before the page has drawn, and what the page may do. */
export const pageOptions = (preload: string, theme: Theme): BrowserWindowConstructorOptions => ({
  minWidth: smallest.width,
  minHeight: smallest.height,
  title: "Helve",
  backgroundColor: groundOf(theme),
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
export function openMainWindow({ folder, preload, theme, report }: MainWindowOptions): BrowserWindow {
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
    ...pageOptions(preload, theme),
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
