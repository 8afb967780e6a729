import { expect, it } from "vitest";
import { isTimeZone, nextRuns } from "./cron.ts";

const from = new Date("2026-11-27T12:00:00Z");
const times = (cron: string, zone: string, start = from) =>
  nextRuns(cron, zone, start, 3)?.map((time) => time.toISOString());

it("returns the next times in a time zone", () => {
  expect(times("0 4 * * 1-5", "Europe/Oslo")).toEqual([
    "2026-11-30T03:00:00.000Z",
    "2026-12-01T03:00:00.000Z",
    "2026-12-02T03:00:00.000Z",
  ]);
  // A day of the month or of the week, as services read it.
  expect(times("0 0 1 * 0", "UTC")).toEqual([
    "2026-11-29T00:00:00.000Z",
    "2026-12-01T00:00:00.000Z",
    "2026-12-06T00:00:00.000Z",
  ]);
});

it("runs once where the clock is set forward or back", () => {
  expect(times("30 2 * * *", "Europe/Oslo", new Date("2026-03-28T12:00:00Z"))?.slice(0, 2)).toEqual([
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  expect(times("30 2 * * *", "Europe/Oslo", new Date("2026-10-24T12:00:00Z"))?.slice(0, 2)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

it("returns nothing for a day that never comes, and null for what cannot be read", () => {
  expect(times("0 0 30 2 *", "UTC")).toEqual([]);
  for (const cron of ["", "soon", "* * * *", "0 * * * * *", "61 * * * *", "0 0 * * 9"]) {
    expect([cron, times(cron, "UTC")]).toEqual([cron, undefined]);
  }
  expect(nextRuns("0 4 * * *", "Pacific Time (US & Canada)", from, 1)).toBeNull();
  expect(isTimeZone("Nowhere/Else")).toBe(false);
});
