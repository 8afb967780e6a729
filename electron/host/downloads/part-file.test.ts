import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markDownload } from "./part-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-mark-"));
  writeFileSync(join(folder, "a.zip"), "zip");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("Windows gets a zone with the origin alone", async () => {
  const file = join(folder, "a.zip");
  expect(await markDownload(file, "https://code.example", { platform: "win32" })).toBe(true);
  expect(readFileSync(`${file}:Zone.Identifier`, "utf8")).toBe(
    "[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=https://code.example\r\n",
  );
  expect(await markDownload(join(folder, "gone", "a"), "https://code.example", { platform: "win32" })).toBe(
    false,
  );
});

test("macOS gets the quarantine attribute", async () => {
  const calls: (readonly string[])[] = [];
  const run = async (program: string, args: readonly string[]) => {
    calls.push([program, ...args]);
    return true;
  };
  const now = Date.parse("2026-11-22T00:00:00Z");
  expect(await markDownload("/d/a.zip", "https://code.example", { platform: "darwin", run, now })).toBe(true);
  const [program, flag, name, value, path] = calls[0] ?? [];
  expect([program, flag, name, path]).toEqual(["/usr/bin/xattr", "-w", "com.apple.quarantine", "/d/a.zip"]);
  expect(value).toMatch(/^0081;[0-9a-f]{8};Helve;[0-9A-F-]{36}$/);
  expect(Number.parseInt(value?.split(";")[1] ?? "", 16)).toBe(now / 1_000);
});

test("Linux has no such mark", async () => {
  expect(await markDownload(join(folder, "a.zip"), "https://code.example", { platform: "linux" })).toBe(
    false,
  );
  expect(readdirSync(folder)).toEqual(["a.zip"]);
});
