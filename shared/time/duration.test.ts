import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

test.each([
  ["1h", 3_600],
  ["1d", 8 * 3_600],
  ["1w", 40 * 3_600],
  ["1mo", 160 * 3_600],
  ["1mo 2w 3d 4h 5m 6s", 160 * 3_600 + 80 * 3_600 + 24 * 3_600 + 4 * 3_600 + 306],
  ["1h30m", 5_400],
  ["1.5h", 5_400],
  ["-2h", -7_200],
  [" 3H 30M ", 12_600],
  ["1 hour 30 minutes", 5_400],
  ["1 hour and 30 minutes", 5_400],
  ["1hr", 3_600],
  ["2 hrs, 5 mins", 7_500],
  ["2d 3h", 19 * 3_600],
  ["1 week 1 day", 48 * 3_600],
  ["3 weeks", 120 * 3_600],
  ["1 month", 160 * 3_600],
  ["45 secs", 45],
  ["- 2 hours", -7_200],
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(["", "h", "1", "1x", "1h and more", "--1h", "1h -30m", "1 fortnight", "1 hour and", "and 1h"])(
  "%j is not a duration",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test("what is written reads back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), (seconds) => {
      expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      expect(parseDuration(formatDuration(-seconds))).toBe(-seconds);
    }),
  );
  expect(formatDuration(0)).toBe("0m");
});
