import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMainWindow } from "./main-window.ts";
import { type BrowserWindow, windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { systemState } from "./mock/system.ts";
import { readWindowState, writeWindowState } from "./window-state.ts";

let folder = "";
const reports: string[] = [];
beforeEach(() => {
  freshElectron({ ready: true });
  reports.length = 0;
  folder = mkdtempSync(join(tmpdir(), "helve-window-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(): BrowserWindow {
  openMainWindow({ folder, preload: "/app/preload.cjs", report: (text) => reports.push(text) });
  const window = windows.at(-1);
  if (!window) throw new Error("No window was opened");
  return window;
}

test("the page runs without Node, in a sandbox, in an isolated world", () => {
  const { options } = open();
  expect(options.webPreferences).toEqual({
    preload: "/app/preload.cjs",
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
  });
  expect(callsOf("window.loadURL")).toEqual([["app://helve/"]]);
});

test("the window is shown when the page has drawn", () => {
  const window = open();
  expect(callsOf("window.show")).toHaveLength(0);
  window.emit("ready-to-show");
  expect(callsOf("window.show")).toHaveLength(1);
});

test("a page whose process ends is loaded again, once, and reported", () => {
  const { webContents } = open();
  webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 11 });
  webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 11 });
  webContents.emit("render-process-gone", {}, { reason: "clean-exit", exitCode: 0 });
  expect(callsOf("webContents.reload")).toHaveLength(1);
  expect(reports).toEqual([
    "The page's process ended: crashed (11)",
    "The page's process ended: crashed (11)",
  ]);
});

test("position and size are restored", () => {
  const first = open();
  first.bounds = { x: 40, y: 50, width: 1000, height: 640 };
  first.maximized = true;
  first.close();
  expect(readWindowState(folder)).toEqual({ bounds: first.bounds, maximized: true, fullScreen: false });
  const second = open();
  expect(second.options).toMatchObject({ x: 40, y: 50, width: 1000, height: 640, fullscreen: false });
  expect(second.isMaximized()).toBe(true);
});

test("a window whose screen is gone opens on the primary one", () => {
  writeWindowState(folder, {
    bounds: { x: 2500, y: 100, width: 1000, height: 640 },
    maximized: false,
    fullScreen: true,
  });
  expect(open().options).toMatchObject({ x: 460, y: 200, width: 1000, height: 640, fullscreen: true });
  systemState.displays.push({ id: 2, workArea: { x: 1920, y: 0, width: 1920, height: 1040 } });
  expect(open().options).toMatchObject({ x: 2500, y: 100 });
});
