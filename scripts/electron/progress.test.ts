import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { summaryOf } from "./advice.mjs";
import { Progress } from "./progress.mjs";
import { refusalsIn } from "./refusals.mjs";
import { sessionObstacle } from "./system.mjs";

test("progress has share, speed and time left; the speed is that of the last seconds", () => {
  const progress = new Progress();
  expect(String(progress)).toBe("0.0 MB");
  const total = 120_000_000;
  progress.update({ received: 0, total }, 0);
  progress.update({ received: 10_000_000, total }, 10_000);
  expect(String(progress)).toBe("10.0 of 120.0 MB, 1.0 MB/s, 110 s left");
  progress.update({ received: 30_000_000, total }, 20_000);
  expect(String(progress)).toBe("30.0 of 120.0 MB, 2.0 MB/s, 45 s left");
  progress.update({ received: 30_000_000, total: null }, 24_000);
  expect(String(progress)).not.toContain("left");
});

test("a refusal is remembered for a day, and for its address", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-refusals-"));
  try {
    const refusals = refusalsIn(folder);
    const now = Date.parse("2026-11-20T12:00:00Z");
    expect(refusals.recall("https://a.example/x.zip", now)).toBeNull();
    refusals.remember("https://a.example/x.zip", "No.", now);
    expect(refusals.recall("https://a.example/x.zip", now + 23 * 3_600_000)).toBe("No.");
    expect(refusals.recall("https://b.example/x.zip", now)).toBeNull();
    expect(refusals.recall("https://a.example/x.zip", now + 25 * 3_600_000)).toBeNull();
    // A wrong clock does not block the desktop app.
    expect(refusals.recall("https://a.example/x.zip", now - 1_000)).toBeNull();
    writeFileSync(join(folder, "electron-refused.json"), "{");
    expect(refusals.recall("https://a.example/x.zip", now)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("one line with the reason, and whether the next start tries again", () => {
  const failure = { message: "No data arrived for 10 seconds.", url: null, cache: null };
  expect(summaryOf({ ...failure, kind: "network" })).toContain("The next start tries again.");
  expect(summaryOf({ ...failure, kind: "refused" })).not.toContain("next start");
});

test("without a display, or as root, Linux cannot show the desktop app", () => {
  expect(sessionObstacle({}, "linux", 1000)).toContain("no display");
  expect(sessionObstacle({ DISPLAY: ":0" }, "linux", 0)).toContain("root");
  expect(sessionObstacle({ WAYLAND_DISPLAY: "wayland-0" }, "linux", 1000)).toBeNull();
  expect(sessionObstacle({}, "darwin", 501)).toBeNull();
});
