import { BrowserWindow } from "electron";
import { beforeEach, expect, test } from "vitest";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { createNavigator } from "./navigator.ts";

beforeEach(() => freshElectron({ ready: true }));

test("external targets open in the window that had focus last, while there is one", () => {
  const published: string[] = [];
  const navigator = createNavigator(["helve"]);
  navigator.start(
    () => new BrowserWindow({}),
    (target) => published.push(target),
  );
  const main = navigator.window();
  const second = new BrowserWindow({});
  navigator.adopt(second);
  expect(navigator.window()).toBe(second);
  windows[0]?.emit("focus");
  expect(navigator.window()).toBe(main);
  windows[1]?.emit("focus");
  navigator.show("/outbox");
  expect(published).toEqual(["/outbox"]);
  expect(callsOf("window.focus")).toHaveLength(1);
  windows[1]?.close();
  expect(navigator.window()).toBe(main);
  windows[0]?.close();
  expect(navigator.window()).toBeNull();
  // A new window is opened when there is none.
  navigator.show();
  expect(windows).toHaveLength(3);
});
