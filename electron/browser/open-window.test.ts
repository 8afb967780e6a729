import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { browserCandidates, findBrowser } from "./open-window.ts";

test("on Linux the folders of PATH are searched, Chromium first", () => {
  const found = browserCandidates("linux", { PATH: ["/usr/bin", "", "/opt/bin"].join(delimiter) });
  expect(found.slice(0, 2)).toEqual([join("/usr/bin", "chromium"), join("/opt/bin", "chromium")]);
  expect(found).toContain(join("/opt/bin", "microsoft-edge"));
  expect(browserCandidates("linux", {})).toEqual([]);
});

test("on macOS and Windows the usual folders are searched, without those that are not set", () => {
  expect(browserCandidates("darwin", {})).toContain("/Applications/Chromium.app/Contents/MacOS/Chromium");
  const windows = browserCandidates("win32", { PROGRAMFILES: "C:\\Program Files" });
  expect(windows).toEqual([
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
    "C:\\Program Files\\Chromium\\Application\\chrome.exe",
  ]);
});

test.skipIf(process.platform === "win32")("the first that can be run is taken", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-browsers-"));
  try {
    const [plain, program] = ["plain", "program"].map((name) => join(folder, name));
    if (!plain || !program) throw new Error("No paths");
    writeFileSync(plain, "");
    chmodSync(plain, 0o644);
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    mkdirSync(join(folder, "other"));
    expect(await findBrowser([join(folder, "gone"), plain, program])).toBe(program);
    expect(await findBrowser([join(folder, "gone"), plain])).toBeNull();
    expect(await findBrowser([])).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
