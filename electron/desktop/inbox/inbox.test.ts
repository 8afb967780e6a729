import { BrowserWindow } from "electron";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callsOf } from "../mock/calls.ts";
import { freshElectron } from "../mock/fresh.ts";
import { trays } from "../mock/tray.ts";
import { createBadge } from "./badge.ts";
import { createTray } from "./tray.ts";

beforeEach(() => freshElectron({ ready: true }));

test.each(["linux", "darwin"] as const)(
  "the icon of the app has the number of unread entries on %s",
  (platform) => {
    const show = createBadge(platform);
    show(3);
    show(0);
    expect(callsOf("app.setBadgeCount")).toEqual([[3], [0]]);
    expect(callsOf("window.setOverlayIcon")).toEqual([]);
  },
);

test("Windows has a dot on the icon of each window, also of one that opens later", () => {
  const show = createBadge("win32");
  new BrowserWindow({});
  show(2);
  expect(callsOf("window.setOverlayIcon")).toEqual([[{ width: 16, height: 16 }, "2 unread"]]);
  new BrowserWindow({}).emit("show");
  expect(callsOf("window.setOverlayIcon").at(-1)).toEqual([{ width: 16, height: 16 }, "2 unread"]);
  show(0);
  expect(callsOf("window.setOverlayIcon").slice(-2)).toEqual([
    [null, ""],
    [null, ""],
  ]);
  expect(callsOf("app.setBadgeCount")).toEqual([]);
});

const item = z.object({
  label: z.string().optional(),
  enabled: z.boolean().optional(),
  click: z.instanceof(Function).optional(),
});

/** Returns the menu that the tray got last. */
const trayMenu = () => z.array(item).parse(callsOf("tray.setContextMenu").at(-1)?.[0]);

function trayOf(platform: NodeJS.Platform) {
  const shown: string[] = [];
  return { shown, show: createTray({ icons: "/icons", show: (path) => shown.push(path), platform }) };
}

test("the tray names the unread entries, opens them and Helve, and quits", () => {
  const { shown, show } = trayOf("linux");
  show({
    count: 7,
    entries: [
      { title: "Ships & sails", path: "/a/1/p/a%2Fb/merge_requests/7#note_3" },
      { title: `\u202e${"long ".repeat(20)}`, path: "/" },
    ],
  });
  const menu = trayMenu();
  expect(menu.map(({ label }) => label)).toEqual([
    "7 unread entries",
    "Ships && sails",
    expect.stringMatching(/^\\u\{202e\}long .*…$/),
    undefined,
    "Open Helve",
    "Quit",
  ]);
  expect(menu[0]?.enabled).toBe(false);
  for (const entry of menu) entry.click?.();
  expect(shown).toEqual(["/a/1/p/a%2Fb/merge_requests/7#note_3", "/", ""]);
  expect(callsOf("app.quit")).toHaveLength(1);
  expect(callsOf("tray.setToolTip")).toEqual([["Helve: 7 unread entries"]]);
  trays[0]?.emit("click");
  expect(shown).toHaveLength(4);
});

test("there is one tray, which goes with the setting and is made again", () => {
  const { shown, show } = trayOf("darwin");
  show(null);
  expect(trays).toHaveLength(0);
  show({ count: 1, entries: [] });
  show({ count: 0, entries: [] });
  expect(trays).toHaveLength(1);
  expect(trayMenu().map(({ label }) => label)).toEqual([
    "No unread entries",
    undefined,
    "Open Helve",
    "Quit",
  ]);
  // There a click opens the menu.
  trays[0]?.emit("click");
  expect(shown).toEqual([]);
  show(null);
  expect(callsOf("tray.destroy")).toHaveLength(1);
  show({ count: 1, entries: [] });
  expect(trays).toHaveLength(2);
});
