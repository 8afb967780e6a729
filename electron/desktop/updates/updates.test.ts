import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsOf } from "../mock/calls.ts";
import { freshElectron } from "../mock/fresh.ts";
import { notifications, systemState } from "../mock/system.ts";
import { ageToReport } from "./build-date.ts";
import { createUpdates, type Updater } from "./updates.ts";
import { updatesDisabledReason } from "./updates-disabled-reason.ts";

const reports: string[] = [];
const done: string[] = [];
beforeEach(() => {
  freshElectron({ ready: true });
  reports.length = 0;
  done.length = 0;
});

/** An updater whose feed has a version, or fails. */
function updaterWith(feed: { version: string; notes?: string } | null | Error): Updater {
  return {
    autoDownload: true,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    checkForUpdates: async () => {
      if (feed instanceof Error) throw feed;
      const version = feed?.version ?? "1.0.0";
      const info = {
        version,
        files: [],
        path: "",
        sha512: "",
        releaseDate: "",
        releaseNotes: feed?.notes ?? null,
      };
      return { isUpdateAvailable: feed !== null, updateInfo: info, versionInfo: info };
    },
    downloadUpdate: async () => {
      done.push("download");
      return [];
    },
    quitAndInstall: () => done.push("install"),
  };
}

function create(updater: Updater | null, builtAt: string | null = null) {
  return createUpdates({
    off: updater ? null : "This build has no update feed.",
    version: "1.0.0",
    builtAt,
    window: () => null,
    report: (text) => reports.push(text),
    load: async () => {
      if (!updater) throw new Error("electron-updater was loaded without a feed");
      return updater;
    },
  });
}

test("without a feed nothing is loaded or requested; an old version shows its age", async () => {
  const recent = create(null, new Date(Date.now() - 80 * 86_400_000).toISOString());
  recent.start();
  expect(notifications).toHaveLength(0);
  create(null, new Date(Date.now() - 100 * 86_400_000).toISOString()).start();
  expect(notifications.map(({ body }) => body)).toEqual([
    "This version is 100 days old. Look for a newer one where you got it.",
  ]);
  await recent.check(true);
  expect(callsOf("dialog.showMessageBox")).toEqual([
    [{ message: "Helve 1.0.0", detail: "This build has no update feed.", buttons: ["OK"] }],
  ]);
  expect(ageToReport(null)).toBeNull();
});

test("a newer version shows what is new, and is downloaded and installed only after a click", async () => {
  const updater = updaterWith({ version: "1.1.0", notes: "<ul><li>Faster diffs</li></ul>" });
  systemState.responses = [1];
  await create(updater).check(false);
  expect(updater).toMatchObject({ autoDownload: false, allowDowngrade: false });
  expect(callsOf("dialog.showMessageBox")[0]?.[0]).toMatchObject({
    message: "Helve 1.1.0 is available",
    detail: "What's new\n\n- Faster diffs",
  });
  expect(done).toEqual([]);
  systemState.responses = [0, 1];
  await create(updater).check(false);
  expect(done).toEqual(["download"]);
  systemState.responses = [0, 0];
  await create(updater).check(false);
  expect(done).toEqual(["download", "download", "install"]);
});

test("no update and a failing feed are shown only on request; a failure is in Diagnostics", async () => {
  await create(updaterWith(null)).check(false);
  await create(updaterWith(new Error("net::ERR"))).check(false);
  expect(callsOf("dialog.showMessageBox")).toEqual([]);
  expect(reports).toEqual(["Updates could not be read: Error: net::ERR"]);
  await create(updaterWith(null)).check(true);
  expect(callsOf("dialog.showMessageBox")[0]?.[0]).toMatchObject({ message: "Helve is up to date" });
});

let folder = "";
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = "";
});
test("a feed counts only where the signature of an update can be checked", () => {
  folder = mkdtempSync(join(tmpdir(), "helve-feed-"));
  expect(updatesDisabledReason(folder, {}, "darwin")).toContain("no update feed");
  writeFileSync(join(folder, "app-update.yml"), "provider: generic\nurl: https://example.com/\n");
  expect(updatesDisabledReason(folder, {}, "darwin")).toBeNull();
  expect(updatesDisabledReason(folder, {}, "win32")).toContain("not signed");
  expect(updatesDisabledReason(folder, {}, "linux")).toContain("packages");
  expect(updatesDisabledReason(folder, { APPIMAGE: "/a.AppImage" }, "linux")).toBeNull();
  writeFileSync(join(folder, "app-update.yml"), "provider: generic\npublisherName:\n  - Helve\n");
  expect(updatesDisabledReason(folder, {}, "win32")).toBeNull();
});
