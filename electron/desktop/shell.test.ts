import { BrowserWindow } from "electron";
import { beforeEach, expect, test } from "vitest";
import { appState } from "./mock/app.ts";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { sessionState } from "./mock/session.ts";
import { notifications, systemState } from "./mock/system.ts";
import { createDesktopShell } from "./shell.ts";

const shown: string[] = [];
beforeEach(() => {
  freshElectron({ ready: true });
  shown.length = 0;
});
const create = (window: BrowserWindow | null = null) =>
  createDesktopShell({
    window: () => window,
    show: (path) => shown.push(path),
    showKeys: () => undefined,
    showBadge: () => undefined,
    showTray: () => undefined,
  });

test("its capabilities are those of the system", () => {
  expect(create()).toMatchObject({
    kind: "desktop",
    can: { chooseFolder: true, showInFolder: true, notify: true },
  });
  systemState.notifies = false;
  expect(create().can.notify).toBe(false);
});

test("a folder is chosen in the system's dialog", async () => {
  expect(await create().chooseFolder()).toBe("/chosen/folder");
  expect(callsOf("dialog.showOpenDialog")).toEqual([[{ properties: ["openDirectory", "createDirectory"] }]]);
  systemState.chosen = { canceled: true, filePaths: [] };
  expect(await create().chooseFolder()).toBeNull();
});

test("links, folders and the downloads folder are the system's", async () => {
  appState.paths.set("downloads", "/home/me/Downloads");
  const shell = create();
  await shell.openExternal("https://example.com/");
  await shell.showInFolder("/home/me/Downloads/a.zip");
  expect(callsOf("shell.openExternal")).toEqual([["https://example.com/"]]);
  expect(callsOf("shell.showItemInFolder")).toEqual([["/home/me/Downloads/a.zip"]]);
  expect(shell.downloadsFolder()).toBe("/home/me/Downloads");
});

test("a click on a notification opens its path", async () => {
  await create().notify({
    title: "Pipeline failed",
    body: "web-app: main",
    path: "/a/local/p/group%2Fweb-app",
    silent: true,
  });
  expect(callsOf("notification.show")).toEqual([["Pipeline failed", "web-app: main"]]);
  expect(notifications[0]?.silent).toBe(true);
  expect(shown).toEqual([]);
  notifications[0]?.emit("click");
  expect(shown).toEqual(["/a/local/p/group%2Fweb-app"]);
});

test("dialogs belong to the window, and nothing is notified over a window that is in front", async () => {
  const window = new BrowserWindow({});
  const shell = create(window);
  await shell.chooseFolder();
  expect(callsOf("dialog.showOpenDialog")[0]?.[0]).toBe(window);
  const notice = { title: "Download finished", path: "", silent: false };
  await shell.notify({ ...notice, body: "a.zip" });
  const [inFront] = windows;
  if (inFront) inFront.focused = true;
  await shell.notify({ ...notice, body: "b.zip" });
  expect(notifications.map(({ body }) => body)).toEqual(["a.zip"]);
});

test("the system's proxy is resolved for each URL", async () => {
  const results: [string, string | null][] = [
    ["DIRECT", null],
    ["", null],
    ["PROXY cache.example:8080; DIRECT", "http://cache.example:8080"],
    ["HTTPS safe.example:443", "https://safe.example:443"],
    ["SOCKS5 socks.example:1080; proxy cache.example:3128", "http://cache.example:3128"],
    ["DIRECT; PROXY cache.example:8080", null],
    ["SOCKS socks.example:1080", null],
  ];
  for (const [proxies, proxy] of results) {
    sessionState.proxies = proxies;
    expect(await create().resolveProxy("https://code.example/")).toBe(proxy);
  }
  expect(callsOf("session.resolveProxy")).toContainEqual(["https://code.example/"]);
});

test("a change that moves trust is confirmed in the system's dialog, and Cancel is the default", async () => {
  const question = { details: ["Write downloads to /home/\u202ecte", "Reach services without a proxy"] };
  expect(await create().confirm(question, null)).toBe("declined");
  expect(callsOf("dialog.showMessageBox")[0]?.[0]).toMatchObject({
    type: "warning",
    buttons: ["Cancel", "Confirm"],
    defaultId: 0,
    cancelId: 0,
    detail: expect.stringContaining(
      "Write downloads to /home/\\u{202e}cte\n\nReach services without a proxy",
    ),
  });
  systemState.clicked = 1;
  const window = new BrowserWindow({});
  const shell = create(window);
  // A code typed in the page decides nothing here.
  expect(await shell.confirm(question, "1234")).toBe("confirmed");
  expect(callsOf("dialog.showMessageBox")[1]?.[0]).toBe(window);
});
