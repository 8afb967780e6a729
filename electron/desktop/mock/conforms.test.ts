import { beforeEach, expect, test } from "vitest";
import { order } from "./calls.ts";
import { membersOf } from "./declarations.ts";
import * as mock from "./electron.ts";
import { freshElectron } from "./fresh.ts";

/** Parts of the mock by the type that declares them in `electron.d.ts`; tests alone use the members that are named. */
const parts: readonly { type: string; part: () => object; own?: readonly string[] }[] = [
  { type: "App", part: () => mock.app },
  { type: "CommandLine", part: () => mock.app.commandLine },
  { type: "Protocol", part: () => mock.protocol },
  { type: "Session", part: () => mock.session.defaultSession },
  { type: "Screen", part: () => mock.screen },
  { type: "NativeTheme", part: () => mock.nativeTheme },
  { type: "Shell", part: () => mock.shell },
  { type: "Dialog", part: () => mock.dialog },
  { type: "Clipboard", part: () => mock.clipboard },
  { type: "ContextBridge", part: () => mock.contextBridge },
  { type: "WebUtils", part: () => mock.webUtils },
  { type: "Menu", part: () => mock.Menu },
  { type: "Notification", part: () => new mock.Notification({ title: "", body: "" }) },
  { type: "Tray", part: () => new mock.Tray(mock.nativeImage.createFromPath("/icon.png")) },
  { type: "NativeImage", part: () => mock.nativeImage.createFromPath("/icon.png") },
  { type: "UtilityProcess", part: () => mock.utilityProcess },
  {
    type: "BrowserWindow",
    part: () => new mock.BrowserWindow({}),
    own: ["options", "bounds", "maximized", "minimized", "focused"],
  },
  {
    type: "WebContents",
    part: () => new mock.BrowserWindow({}).webContents,
    own: ["openWindow", "emitPreventable"],
  },
];

beforeEach(() => freshElectron({ ready: true }));

/** Names of an object's members, without those of EventEmitter and Object. */
function namesOf(value: object): string[] {
  const names = new Set<string>();
  const base = new Set(["constructor", "domain"]);
  for (let at = value; at !== null && at.constructor?.name !== "EventEmitter" && at !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(at))
      if (!name.startsWith("_") && !base.has(name)) names.add(name);
    at = Object.getPrototypeOf(at);
  }
  return [...names];
}

test.each(parts)("every member of the mock's $type is one of Electron's", ({ type, part, own = [] }) => {
  const declared = membersOf(type);
  expect(declared.size).toBeGreaterThan(0);
  expect(namesOf(part()).filter((name) => !declared.has(name) && !own.includes(name))).toEqual([]);
});

/** Calls whose order Electron's declarations fix, as the app makes them. */
const ordered: readonly { type: string; member: string; call: () => unknown; before?: boolean }[] = [
  {
    type: "Protocol",
    member: "registerSchemesAsPrivileged",
    before: true,
    call: () => mock.protocol.registerSchemesAsPrivileged([]),
  },
  { type: "App", member: "enableSandbox", before: true, call: () => mock.app.enableSandbox() },
  { type: "UtilityProcess", member: "fork", call: () => mock.utilityProcess.fork("none.cjs") },
];

test.each(ordered)(
  "$type.$member in the wrong order throws, as its declaration says",
  ({ type, member, call, before }) => {
    const doc =
      membersOf(type)
        .get(member)
        ?.doc.replace(/\s*\n\s*\*\s*/g, " ") ?? "";
    expect(doc).toMatch(before ? /before (the )?(`ready` event|app is ready|.*ready)/ : /after .*ready/);
    order.ready = before ?? false;
    expect(call).toThrow(/ready/);
  },
);

test("nothing that needs a display, a session or a window works before the app is ready", () => {
  order.ready = false;
  for (const call of [
    () => mock.session.defaultSession,
    () => mock.screen.getPrimaryDisplay(),
    () => new mock.BrowserWindow({}),
    () => new mock.Notification({ title: "", body: "" }),
    () => new mock.Tray(mock.nativeImage.createFromPath("/icon.png")),
    () => mock.protocol.handle("app", () => new Response()),
  ]) {
    expect(call).toThrow(/ready/);
  }
});
