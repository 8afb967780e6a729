import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Appearance } from "../../shared/host/start-data.ts";
import { fitBounds, openMainWindow, readWindowState, writeWindowState } from "./main-window.ts";
import { type BrowserWindow, windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { systemState } from "./mock/system.ts";

describe("main window", () => {
  let folder = "";
  const reports: string[] = [];
  beforeEach(() => {
    freshElectron({ ready: true });
    reports.length = 0;
    folder = mkdtempSync(join(tmpdir(), "helve-window-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function open(theme: Appearance["theme"] = "system"): BrowserWindow {
    openMainWindow({ folder, preload: "/app/preload.cjs", theme, report: (text) => reports.push(text) });
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

  test("a window has the ground of the user's theme until the page has drawn", () => {
    const themes = ["system", "light", "dark", "contrast"] as const;
    const colors = themes.map((theme) => open(theme).options.backgroundColor);
    // The system is dark.
    expect(colors).toEqual(["#101318", "#f4f2ee", "#101318", "#000000"]);
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
});

const primary = { x: 0, y: 25, width: 1440, height: 875 };
const left = { x: -1920, y: 0, width: 1920, height: 1040 };

test("a window is restored at its position, also on another screen", () => {
  for (const bounds of [
    { x: 100, y: 100, width: 900, height: 700 },
    { x: -1500, y: 40, width: 1200, height: 800 },
    { x: 1300, y: 600, width: 800, height: 600 },
  ]) {
    expect(fitBounds(bounds, [primary, left])).toEqual(bounds);
  }
});

test("a window of a missing screen is centred on the first one", () => {
  expect(fitBounds({ x: -1500, y: 40, width: 1000, height: 700 }, [primary])).toEqual({
    x: 220,
    y: 113,
    width: 1000,
    height: 700,
  });
});

test("a window larger than its screen shrinks, and its upper edge stays in reach", () => {
  expect(fitBounds({ x: 0, y: 10, width: 3000, height: 2000 }, [primary])).toEqual({
    x: 0,
    y: 25,
    width: 1440,
    height: 875,
  });
});

test("whatever was stored, the window can be reached", () => {
  const number = fc.integer({ min: -5_000, max: 5_000 });
  const size = fc.integer({ min: 1, max: 5_000 });
  const areas = [primary, left];
  fc.assert(
    fc.property(fc.record({ x: number, y: number, width: size, height: size }), (bounds) => {
      const fitted = fitBounds(bounds, areas);
      return areas.some(
        (area) =>
          fitted.y >= area.y &&
          fitted.y + 40 <= area.y + area.height &&
          Math.min(fitted.x + fitted.width, area.x + area.width) - Math.max(fitted.x, area.x) >= 120,
      );
    }),
  );
});

test("the state is stored whole, and an unreadable one counts as none", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-window-"));
  try {
    expect(readWindowState(folder)).toBeNull();
    const state = { bounds: { x: -5, y: 6, width: 900, height: 700 }, maximized: true, fullScreen: false };
    writeWindowState(folder, state);
    expect(readWindowState(folder)).toEqual(state);
    expect(readdirSync(folder)).toEqual(["window.json"]);
    for (const broken of ["{", "[]", '{"bounds":{"x":"0"}}', ""]) {
      writeFileSync(join(folder, "window.json"), broken);
      expect(readWindowState(folder)).toBeNull();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
