import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { session } from "electron";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { setUpSpellCheck } from "./spell-check.ts";

let folder = "";
beforeEach(() => {
  freshElectron({ ready: true });
  folder = mkdtempSync(join(tmpdir(), "helve-spelling-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function setUp(platform: NodeJS.Platform, languages: readonly string[]): void {
  const folders = { packed: join(folder, "packed"), chromium: join(folder, "chromium"), languages };
  setUpSpellCheck(session.defaultSession, folders, platform);
}

test("without dictionaries the checker is off, and nothing is downloaded", () => {
  setUp("linux", ["en-GB"]);
  expect(callsOf("session.setSpellCheckerEnabled")).toEqual([[false]]);
  expect(callsOf("session.setSpellCheckerLanguages")).toEqual([[[]]]);
  const [[url] = []] = callsOf("session.setSpellCheckerDictionaryDownloadURL");
  expect(new URL(String(url)).hostname).toBe("127.0.0.1");
});

test("packed dictionaries are in Chromium's folder, for the user's languages", () => {
  mkdirSync(join(folder, "packed"));
  for (const name of ["en-US-10-1.bdic", "en-GB-10-1.bdic", "de-DE-3-0.bdic", "README.md"]) {
    writeFileSync(join(folder, "packed", name), "");
  }
  setUp("win32", ["en-GB", "de", "fr-FR"]);
  expect(readdirSync(join(folder, "chromium", "Dictionaries")).toSorted()).toEqual([
    "de-DE-3-0.bdic",
    "en-GB-10-1.bdic",
    "en-US-10-1.bdic",
  ]);
  expect(callsOf("session.setSpellCheckerLanguages")).toEqual([[["en-GB", "de-DE"]]]);
  expect(callsOf("session.setSpellCheckerEnabled")).toEqual([[true]]);
});

test("macOS checks by itself", () => {
  setUp("darwin", ["en-GB"]);
  expect(callsOf("session.setSpellCheckerEnabled")).toEqual([]);
});
