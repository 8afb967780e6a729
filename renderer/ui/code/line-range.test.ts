import { expect, test } from "vitest";
import { extendRange, readLineRange, writeLineRange } from "./line-range.ts";

test.each([
  ["#L10", { from: 10, to: 10 }],
  ["L10-20", { from: 10, to: 20 }],
  ["#L20-L10", { from: 10, to: 20 }],
  ["L0", null],
  ["x", null],
  ["L1-", null],
] as const)("%s is read", (text, range) => {
  expect(readLineRange(text)).toEqual(range);
});

test("a formatted range is parsed to the same one", () => {
  for (const range of [
    { from: 3, to: 3 },
    { from: 3, to: 9 },
  ])
    expect(readLineRange(writeLineRange(range))).toEqual(range);
});

test("Shift extends a range in both directions", () => {
  expect(extendRange({ from: 5, to: 5 }, 9, true)).toEqual({ from: 5, to: 9 });
  expect(extendRange({ from: 5, to: 5 }, 2, true)).toEqual({ from: 2, to: 5 });
  expect(extendRange({ from: 5, to: 9 }, 7, false)).toEqual({ from: 7, to: 7 });
  expect(extendRange(null, 7, true)).toEqual({ from: 7, to: 7 });
});
