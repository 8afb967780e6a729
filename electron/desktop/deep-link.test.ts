import { resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readDeepLink } from "../../shared/host/account-url.ts";
import { registerDeepLinks } from "./deep-link.ts";
import { appState } from "./mock/app.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";

beforeEach(freshElectron);

test("a link is a web URL with another scheme", () => {
  for (const link of [
    "helve://code.example/group/project/-/blob/main/a%20b.ts#L3-7",
    "helve://code.example:8443/base/group/project",
    "helve://127.0.0.1:4000/g/p/-/commit/abc",
  ]) {
    expect(readDeepLink(link)).toBe(link);
  }
});

test("anything else is not followed", () => {
  for (const text of [
    "https://code.example/",
    "helve:code.example",
    "helve://",
    "helve:///etc/passwd",
    "helve://user:pass@code.example/",
    "javascript:alert(1)//helve://code.example",
    " helve://code.example/",
    `helve://code.example/${"a".repeat(5_000)}`,
    "--inspect=helve://x",
    "",
  ]) {
    expect(readDeepLink(text)).toBeNull();
  }
});

test("links are registered with the system; a run from sources registers its command line", () => {
  appState.packaged = true;
  registerDeepLinks(["/opt/helve/helve", "--data=/x"]);
  appState.packaged = false;
  registerDeepLinks([
    "electron",
    "/src/dist/desktop/main.cjs",
    "--no-sandbox",
    "--data=/x",
    "helve://code.example/g/p",
  ]);
  expect(callsOf("app.setAsDefaultProtocolClient")).toEqual([
    ["helve"],
    ["helve", process.execPath, [resolve("/src/dist/desktop/main.cjs"), "--data=/x"]],
  ]);
});
