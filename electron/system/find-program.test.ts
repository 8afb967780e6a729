import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram, mayStart } from "./find-program.ts";

test("Windows searches absolute folders of the search path, and nowhere else", () => {
  const present = new Set([
    "git.exe",
    ".\\git.exe",
    "tools\\git.exe",
    "\\tools\\git.exe",
    "C:\\Git\\cmd\\git.exe",
  ]);
  const find = (path: string) =>
    findProgram("git", { path, platform: "win32", isProgram: (candidate) => present.has(candidate) });
  expect(find('.;;tools;\\tools;C:\\Windows;"C:\\Git\\cmd";D:\\x')).toBe("C:\\Git\\cmd\\git.exe");
  expect(() => find(".;tools;\\tools;;")).toThrow("git was not found");
  expect(() => find("C:")).toThrow();
});

test("Unix skips what means the current folder", () => {
  const isThere = (path: string) => path.endsWith("/git");
  expect(findProgram("git", { path: ":.:bin:/usr/bin", platform: "linux", isProgram: isThere })).toBe(
    "/usr/bin/git",
  );
  expect(() => findProgram("git", { path: "::bin", platform: "linux", isProgram: isThere })).toThrow();
});

test("a program is a file that may be started", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-find-program-"));
  try {
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "text"), "", { mode: 0o600 });
    writeFileSync(join(folder, "git"), "");
    chmodSync(join(folder, "git"), 0o700);
    const found = ["folder", "text", "git", "missing"].filter((name) => mayStart(join(folder, name)));
    expect(found).toContain("git");
    expect(found).not.toContain("folder");
    expect(found).not.toContain("missing");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
