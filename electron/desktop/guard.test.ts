import { BrowserWindow, session } from "electron";
import { beforeEach, expect, test } from "vitest";
import { guardAllContents, guardSession } from "./guard.ts";
import { pageOptions } from "./main-window.ts";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { sessionState } from "./mock/session.ts";

const targets: string[] = [];
const children: BrowserWindow[] = [];
beforeEach(() => {
  freshElectron({ ready: true });
  targets.length = 0;
  children.length = 0;
  guardAllContents({
    goTo: (target) => targets.push(target),
    childOptions: () => pageOptions("/app/preload.cjs", "system"),
    onChild: (window) => children.push(window),
  });
  guardSession(session.defaultSession);
});

/** Any web contents of the app. */
function contents() {
  new BrowserWindow({});
  const window = windows.at(-1);
  if (!window) throw new Error("No window was opened");
  return window.webContents;
}

const permissions = [
  "media",
  "geolocation",
  "notifications",
  "openExternal",
  "clipboard-read",
  "usb",
  "midi",
] as const;

test("the page may write to the clipboard and gets no other permission", () => {
  const decisions = new Map<string, boolean>();
  for (const permission of [...permissions, "clipboard-sanitized-write" as const]) {
    Reflect.apply(sessionState.request ?? fail, undefined, [
      null,
      permission,
      (granted: boolean) => decisions.set(permission, granted),
      {},
    ]);
  }
  expect([...decisions].filter(([, granted]) => granted)).toEqual([["clipboard-sanitized-write", true]]);
  expect(decisions.size).toBe(permissions.length + 1);
});

test("a check is granted to the app's own origin only", () => {
  const check = (permission: string, origin: string): unknown =>
    Reflect.apply(sessionState.check ?? fail, undefined, [null, permission, origin, {}]);
  expect(check("clipboard-sanitized-write", "app://helve/")).toBe(true);
  expect(check("clipboard-sanitized-write", "app://helve")).toBe(true);
  expect(check("clipboard-sanitized-write", "https://example.com/")).toBe(false);
  for (const permission of permissions) expect(check(permission, "app://helve/")).toBe(false);
});

test("no device and no screen is handed out", () => {
  expect(Reflect.apply(sessionState.device ?? fail, undefined, [{ deviceType: "usb" }])).toBe(false);
  const streams: unknown[] = [];
  Reflect.apply(sessionState.media ?? fail, undefined, [{}, (given: unknown) => streams.push(given)]);
  expect(streams).toEqual([null]);
});

test("no contents can leave the app's origin; web and mail links open outside", () => {
  const webContents = contents();
  expect(webContents.emitPreventable("will-navigate", { url: "app://helve/a/local/projects" })).toBe(false);
  for (const event of ["will-navigate", "will-redirect"]) {
    expect(webContents.emitPreventable(event, { url: "https://example.com/" })).toBe(true);
    expect(
      webContents.emitPreventable(event, { url: "mailto:a@example.com?subject=A%20b&attach=/etc/passwd" }),
    ).toBe(true);
    expect(webContents.emitPreventable(event, { url: "app://helve.example/" })).toBe(true);
    expect(webContents.emitPreventable(event, { url: "file:///etc/passwd" })).toBe(true);
  }
  const mail = "mailto:a@example.com?subject=A%20b";
  expect(callsOf("shell.openExternal")).toEqual([
    ["https://example.com/"],
    [mail],
    ["https://example.com/"],
    [mail],
  ]);
  expect(
    webContents.emitPreventable("will-frame-navigate", { url: "app://helve/", isMainFrame: false }),
  ).toBe(true);
  expect(webContents.emitPreventable("will-attach-webview", {})).toBe(true);
});

test("a tab moves into a window of its own, under the same restrictions", () => {
  const webContents = contents();
  const response = webContents.openWindow("app://helve/a/local/projects", "helve-window-1");
  expect(response).toMatchObject({ action: "allow", outlivesOpener: true });
  expect(response?.overrideBrowserWindowOptions?.webPreferences).toMatchObject({
    preload: "/app/preload.cjs",
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  expect(children).toHaveLength(1);
  // What it loads is guarded as well.
  const child = windows.at(-1)?.webContents;
  expect(child?.emitPreventable("will-navigate", { url: "https://example.com/" })).toBe(true);
  expect(webContents.openWindow("https://example.com/", "helve-window-2")).toEqual({ action: "deny" });
  expect(children).toHaveLength(1);
});

test("no other window is opened: own paths and helve links go to the app, web links to the browser, the rest nowhere", () => {
  const webContents = contents();
  expect(webContents.openWindow("app://helve/accounts?add=1")).toEqual({ action: "deny" });
  expect(webContents.openWindow("http://example.com/a")).toEqual({ action: "deny" });
  expect(webContents.openWindow("helve://code.example/g/p")).toEqual({ action: "deny" });
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "smb://host/share", "not a url"]) {
    expect(webContents.openWindow(url)).toEqual({ action: "deny" });
  }
  expect(targets).toEqual(["/accounts?add=1", "helve://code.example/g/p"]);
  expect(callsOf("shell.openExternal")).toEqual([["http://example.com/a"]]);
});

test("only what the page has made itself may be saved", () => {
  const saves = (url: string) => {
    let prevented = false;
    const event = { preventDefault: () => (prevented = true) };
    session.defaultSession.emit("will-download", event, { getURL: () => url });
    return !prevented;
  };
  expect(saves("blob:app://helve/1b2c")).toBe(true);
  for (const url of ["https://example.com/a.exe", "data:text/plain,a", "blob:https://example.com/1"]) {
    expect(saves(url)).toBe(false);
  }
});

function fail(): never {
  throw new Error("The handler was never set");
}
