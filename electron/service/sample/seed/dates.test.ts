import { expect, it } from "vitest";
import { datesUntil, sampleDay } from "./dates.ts";

const weekMs = 7 * 24 * 3_600_000;
const written = "2026-06-18T16:00:00Z";

it("moves the sample's last day into the week before the given one", () => {
  for (const today of ["2026-06-20", "2026-11-22T21:00:00Z", "2031-02-28T23:59:00Z"]) {
    const age = Date.parse(today) - datesUntil(new Date(today))(sampleDay).getTime();
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(weekMs);
  }
});

it("keeps weekdays and times of day", () => {
  const moved = datesUntil(new Date("2031-02-28T23:59:00Z"))(written);
  expect(moved.getUTCDay()).toBe(new Date(written).getUTCDay());
  expect(moved.toISOString().slice(10)).toBe("T16:00:00.000Z");
});

it("leaves all times as written on the sample's own day", () => {
  expect(datesUntil(new Date(sampleDay))(written)).toEqual(new Date(written));
});
