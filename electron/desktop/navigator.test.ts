import { pathToFileURL } from "node:url";
import { BrowserWindow } from "electron";
import { beforeEach, expect, test } from "vitest";
import { app } from "./mock/app.ts";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { createNavigator, listenToSystem } from "./navigator.ts";

beforeEach(() => freshElectron({ ready: true }));

test("external targets open in the window that had focus last, while there is one", () => {
  const published: string[] = [];
  const navigator = createNavigator(["helve"]);
  navigator.start({
    open: () => new BrowserWindow({}),
    publish: (target) => published.push(target),
    allow: () => undefined,
  });
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

test("the page may open a folder that the user gave to the system, and none that the page itself names", () => {
  const published: string[] = [];
  const allowed: string[] = [];
  const folder = import.meta.dirname;
  const navigator = createNavigator(["electron", "main.cjs", folder]);
  listenToSystem(navigator);
  navigator.start({
    open: () => new BrowserWindow({}),
    publish: (target) => published.push(target),
    allow: (target) => allowed.push(target),
  });
  const given = pathToFileURL(folder).href;
  expect([published, allowed]).toEqual([[given], [given]]);
  for (const path of ["/outbox", "file:///etc", "FILE:///etc", "helve://code.example/g/p"])
    navigator.show(path);
  expect(allowed).toEqual([given]);
  expect(published).toEqual([given, "/outbox", "helve://code.example/g/p"]);
  app.emit("open-file", { preventDefault: () => undefined }, folder);
  app.emit("second-instance", {}, [], "", { args: ["helve://code.example/g/q"], folder });
  app.emit("second-instance", {}, [], "", { args: ["."], folder });
  expect(allowed).toEqual([given, given, given]);
});
