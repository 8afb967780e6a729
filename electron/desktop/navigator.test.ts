import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BrowserWindow } from "electron";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app } from "./mock/app.ts";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { createNavigator, listenToSystem, ownRequest, targetOf } from "./navigator.ts";

describe("navigator", () => {
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
});

describe("open target", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-open-"));
  const url = (path: string) => pathToFileURL(join(folder, path)).href;
  beforeAll(() => {
    mkdirSync(join(folder, "a project"));
    writeFileSync(join(folder, "a project", "README.md"), "");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a folder opens by its absolute or relative path, a file by the folder around it", () => {
    expect(targetOf({ args: ["a project"], folder })).toBe(url("a project"));
    expect(targetOf({ args: ["."], folder: join(folder, "a project") })).toBe(url("a project"));
    expect(targetOf({ args: [join(folder, "a project", "README.md")], folder: "/" })).toBe(url("a project"));
  });

  test("switches, unknown paths and invalid links are ignored", () => {
    const args = [
      "--data=a project",
      "-v",
      "missing",
      "https://code.example/g/p",
      "helve://user:pass@code.example/",
    ];
    expect(targetOf({ args, folder })).toBeNull();
    expect(targetOf({ args: [...args, "helve://code.example/g/p"], folder })).toBe(
      "helve://code.example/g/p",
    );
  });

  test("the script of a run from sources is not a path to open", () => {
    expect(ownRequest(["electron", "main.cjs", "."], false).args).toEqual(["."]);
    expect(ownRequest(["/opt/Helve/helve", "."], true).args).toEqual(["."]);
  });
});
