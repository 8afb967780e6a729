import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsOf } from "../mock/calls.ts";
import { freshElectron } from "../mock/fresh.ts";
import { notifications, systemState } from "../mock/system.ts";
import {
  ageToReport,
  createUpdates,
  homepageOf,
  type UpdatePolicy,
  type Updater,
  updatePolicy,
} from "./updates.ts";

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

function create(
  updater: Updater | null,
  builtAt: string | null = null,
  policy: UpdatePolicy = updater
    ? { kind: "install" }
    : { kind: "off", reason: "This build has no update feed." },
  homepage: string | null = "https://helve.example/releases",
) {
  return createUpdates({
    policy,
    homepage,
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
test("only what the system checks the signature of is installed", () => {
  folder = mkdtempSync(join(tmpdir(), "helve-feed-"));
  const policy = (platform: NodeJS.Platform, env = {}) => updatePolicy(folder, env, platform);
  expect(policy("darwin")).toMatchObject({ kind: "off", reason: expect.stringContaining("no update feed") });
  writeFileSync(join(folder, "app-update.yml"), "provider: generic\nurl: https://example.com/\n");
  expect(policy("darwin")).toEqual({ kind: "install" });
  expect(policy("win32")).toMatchObject({ kind: "off", reason: expect.stringContaining("not signed") });
  expect(policy("linux")).toMatchObject({ kind: "off", reason: expect.stringContaining("packages") });
  expect(policy("linux", { APPIMAGE: "/a.AppImage" })).toEqual({ kind: "announce" });
  writeFileSync(join(folder, "app-update.yml"), "provider: generic\npublisherName:\n  - Helve\n");
  expect(policy("win32")).toEqual({ kind: "install" });
  // A publisher in the feed is a promise of Windows alone.
  expect(policy("linux", { APPIMAGE: "/a.AppImage" })).toEqual({ kind: "announce" });
  expect(policy("freebsd", { APPIMAGE: "/a.AppImage" }).kind).toBe("off");
});

test("an AppImage announces a newer version once, and leads to its page without downloading anything", async () => {
  const updater = updaterWith({ version: "1.1.0", notes: "Faster diffs" });
  const updates = create(updater, null, { kind: "announce" });
  systemState.responses = [1];
  await updates.check(false);
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
  expect(callsOf("dialog.showMessageBox")[0]?.[0]).toMatchObject({
    message: "Helve 1.1.0 is available",
    detail: expect.stringMatching(/does not install it.*https:\/\/helve\.example\/releases.*Faster diffs/s),
    buttons: ["Open Page", "Later"],
  });
  expect(callsOf("shell.openExternal")).toEqual([]);
  await updates.check(false);
  expect(callsOf("dialog.showMessageBox")).toHaveLength(1);
  systemState.responses = [0];
  await updates.check(true);
  expect(callsOf("shell.openExternal")).toEqual([["https://helve.example/releases"]]);
  // The page is the build's own; a feed cannot name it, and no other scheme is opened.
  await create(updater, null, { kind: "announce" }, "file:///etc/passwd").check(true);
  expect(callsOf("dialog.showMessageBox").at(-1)?.[0]).toMatchObject({ buttons: ["OK"] });
  expect(done).toEqual([]);
});

test("the page of the releases is the one that the build names, over https", () => {
  folder = mkdtempSync(join(tmpdir(), "helve-feed-"));
  const manifest = join(folder, "package.json");
  expect(homepageOf(manifest)).toBeNull();
  for (const text of ["not json", "{}", '{"homepage":"http://x.test"}', '{"homepage":"file:///x"}']) {
    writeFileSync(manifest, text);
    expect(homepageOf(manifest), text).toBeNull();
  }
  writeFileSync(manifest, '{"homepage":"https://helve.example/releases"}');
  expect(homepageOf(manifest)).toBe("https://helve.example/releases");
});
