import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endWithWindow } from "./background.ts";
import { app } from "./mock/app.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { notifications } from "./mock/system.ts";

const mac = process.platform === "darwin";
beforeEach(() => {
  vi.useFakeTimers();
  freshElectron({ ready: true });
});
afterEach(() => vi.useRealTimers());

test.skipIf(mac)("an app that watches something outlives its window until that has ended", () => {
  let watching = 2;
  const stop = endWithWindow({ window: () => null, watching: () => watching, hasTray: () => false });
  app.emit("window-all-closed");
  expect(callsOf("app.quit")).toHaveLength(0);
  expect(notifications).toMatchObject([{ title: "Helve keeps running", silent: true }]);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(callsOf("app.quit")).toHaveLength(0);
  watching = 0;
  // There is time to click the last notification.
  vi.advanceTimersByTime(5 * 60_000);
  expect(callsOf("app.quit")).toHaveLength(0);
  vi.advanceTimersByTime(6 * 60_000);
  expect(callsOf("app.quit").length).toBeGreaterThan(0);
  stop();
});

test.skipIf(mac)("an app that watches nothing ends with its window", () => {
  const stop = endWithWindow({ window: () => null, watching: () => 0, hasTray: () => false });
  app.emit("window-all-closed");
  expect(callsOf("app.quit")).toHaveLength(1);
  expect(notifications).toEqual([]);
  stop();
});

test.skipIf(mac)("an app in the tray stays without a window", () => {
  const stop = endWithWindow({ window: () => null, watching: () => 0, hasTray: () => true });
  app.emit("window-all-closed");
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(callsOf("app.quit")).toHaveLength(0);
  expect(notifications).toEqual([]);
  stop();
});
