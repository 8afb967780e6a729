import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownRequest, targetOf } from "./open-target.ts";

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
  expect(targetOf({ args: [...args, "helve://code.example/g/p"], folder })).toBe("helve://code.example/g/p");
});

test("the script of a run from sources is not a path to open", () => {
  expect(ownRequest(["electron", "main.cjs", "."], false).args).toEqual(["."]);
  expect(ownRequest(["/opt/Helve/helve", "."], true).args).toEqual(["."]);
});
