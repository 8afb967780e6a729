import { session } from "electron";
import { beforeEach, expect, test } from "vitest";
import { guardSession } from "./guard.ts";
import { freshElectron } from "./stand-in/fresh.ts";
import { sessionState } from "./stand-in/session.ts";

beforeEach(() => {
  freshElectron();
  guardSession(session.defaultSession);
});

const asked = [
  "media",
  "geolocation",
  "notifications",
  "openExternal",
  "clipboard-read",
  "usb",
  "midi",
] as const;

test("the page may write to the clipboard and gets no other permission", () => {
  const answers = new Map<string, boolean>();
  for (const permission of [...asked, "clipboard-sanitized-write" as const]) {
    Reflect.apply(sessionState.request ?? fail, undefined, [
      null,
      permission,
      (granted: boolean) => answers.set(permission, granted),
      {},
    ]);
  }
  expect([...answers].filter(([, granted]) => granted)).toEqual([["clipboard-sanitized-write", true]]);
  expect(answers.size).toBe(asked.length + 1);
});

test("a check is granted to the app's own origin only", () => {
  const check = (permission: string, origin: string): unknown =>
    Reflect.apply(sessionState.check ?? fail, undefined, [null, permission, origin, {}]);
  expect(check("clipboard-sanitized-write", "app://helve/")).toBe(true);
  expect(check("clipboard-sanitized-write", "app://helve")).toBe(true);
  expect(check("clipboard-sanitized-write", "https://example.com/")).toBe(false);
  for (const permission of asked) expect(check(permission, "app://helve/")).toBe(false);
});

test("no device and no screen is handed out", () => {
  expect(Reflect.apply(sessionState.device ?? fail, undefined, [{ deviceType: "usb" }])).toBe(false);
  const streams: unknown[] = [];
  Reflect.apply(sessionState.media ?? fail, undefined, [{}, (given: unknown) => streams.push(given)]);
  expect(streams).toEqual([null]);
});

function fail(): never {
  throw new Error("The handler was never set");
}
