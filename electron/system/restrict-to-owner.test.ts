import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accessListCommand, restrictToOwner } from "./restrict-to-owner.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-close-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o7777;
const posix = test.skipIf(process.platform === "win32");

posix("a new folder is private from its beginning, whatever the mask", () => {
  const mask = process.umask(0);
  restrictToOwner(join(folder, "a", "b"), { contents: false });
  process.umask(mask);
  expect([modeOf("a"), modeOf("a/b")]).toEqual([0o700, 0o700]);
});

posix("a folder that was open is closed with its contents, and links are not followed", () => {
  mkdirSync(join(folder, "data", "inner"), { recursive: true });
  writeFileSync(join(folder, "outside"), "");
  writeFileSync(join(folder, "data", "inner", "cache.db"), "");
  writeFileSync(join(folder, "data", "run"), "");
  symlinkSync(join(folder, "outside"), join(folder, "data", "link"));
  for (const path of ["data", "data/inner"]) chmodSync(join(folder, path), 0o755);
  for (const path of ["outside", "data/inner/cache.db"]) chmodSync(join(folder, path), 0o644);
  chmodSync(join(folder, "data", "run"), 0o755);
  restrictToOwner(join(folder, "data"), { contents: true });
  expect(["data", "data/inner", "data/inner/cache.db", "data/run", "outside"].map(modeOf)).toEqual([
    0o700, 0o700, 0o600, 0o700, 0o644,
  ]);
});

posix("a folder that all users share is refused and stays as it is", () => {
  mkdirSync(join(folder, "shared"));
  chmodSync(join(folder, "shared"), 0o1777);
  expect(() => restrictToOwner(join(folder, "shared"), { contents: true })).toThrow("shared by all users");
  expect(modeOf("shared")).toBe(0o1777);
});

test("Windows gets an access list of the user, the system and the administrators alone", () => {
  const command = accessListCommand(
    "C:\\code\\.helve",
    { USERDOMAIN: "FJORD", SystemRoot: "D:\\Win" },
    "Ada L",
  );
  expect(command).toEqual({
    program: "D:\\Win\\System32\\icacls.exe",
    args: [
      "C:\\code\\.helve",
      "/inheritance:r",
      "/grant:r",
      "FJORD\\Ada L:(OI)(CI)F",
      "*S-1-5-18:(OI)(CI)F",
      "*S-1-5-32-544:(OI)(CI)F",
    ],
  });
});
