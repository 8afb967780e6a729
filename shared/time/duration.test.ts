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
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(["", "h", "1", "1x", "1h and more", "--1h", "1h -30m"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeNull();
});

test("what is written reads back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), (seconds) => {
      expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      expect(parseDuration(formatDuration(-seconds))).toBe(-seconds);
    }),
  );
  expect(formatDuration(0)).toBe("0m");
});
