import { afterEach, expect, it, vi } from "vitest";
import { dateRangeLabel, daysAgo } from "./commit-filters.tsx";

afterEach(() => vi.useRealTimers());

it.each([
  [undefined, undefined, /^Any date$/],
  ["2026-10-01", undefined, /^Since .*2026/],
  [undefined, "2026-10-01", /^Until .*2026/],
  ["2026-10-01", "2026-11-02", /1.*2.*2026/],
  // An address can have days in the wrong order.
  ["2026-11-02", "2026-10-01", /2026/],
])("names the days from %s to %s", (since, until, expected) => {
  expect(dateRangeLabel(since, until)).toMatch(expected);
});

it("counts days back in local time, over the end of a month", () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 3, 0, 30) });
  expect(daysAgo(0)).toBe("2026-03-03");
  expect(daysAgo(6)).toBe("2026-02-25");
});
