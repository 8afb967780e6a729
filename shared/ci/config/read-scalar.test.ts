import { expect, it } from "vitest";
import { isTime, readScalar } from "./read-scalar.ts";

/** Scalars, and what Psych 4 makes of them with `to_s`; numbers and truth values are written as such. */
const read: readonly (readonly [string, string | number | boolean | null])[] = [
  ["12e5678", "12e5678"],
  ["1e20", "1e20"],
  ["1.5e3", "1.5e3"],
  ["1.0e+20", "1.0e+20"],
  ["12345678901234567890", "12345678901234567890"],
  ["9007199254740993", "9007199254740993"],
  ["-12_345_678_901_234_567_890", "-12345678901234567890"],
  ["1_000", 1000],
  ["1,000", 1000],
  ["1__0", "1__0"],
  ["+1", 1],
  ["-0", 0],
  ["0777", 511],
  ["0o17", "0o17"],
  ["08", "08"],
  ["0x1F", 31],
  ["0b101", 5],
  ["0x", "0x"],
  ["1.0", "1.0"],
  ["1.10", "1.1"],
  ["3.", "3.0"],
  [".5", "0.5"],
  ["-.5", "-0.5"],
  ["-0.0", "-0.0"],
  ["1,000.5", "1000.5"],
  ["0.00001", "1.0e-05"],
  ["123456789012345678.5", "1.2345678901234568e+17"],
  ["1.2.3", "1.2.3"],
  ["1:30", 5400],
  ["12:30:45", 45_045],
  ["1:30.5", "5430.0"],
  [".inf", "Infinity"],
  ["-.INF", "-Infinity"],
  [".NaN", "NaN"],
  ["yes", true],
  ["On", true],
  ["TRUE", true],
  ["no", false],
  ["off", false],
  ["y", "y"],
  ["n", "n"],
  ["null", null],
  ["~", null],
  ["", null],
  ["nil", "nil"],
  ["2024-01-31", "2024-01-31"],
  ["2024-1-5", "2024-01-05"],
  ["2024-02-30", "2024-02-30"],
  [":latest", "latest"],
  ["::a", ":a"],
  [':"a b"', "a b"],
  ["a:b", "a:b"],
  ["node:20", "node:20"],
  ["1.2.3-alpha", "1.2.3-alpha"],
  ["$HOME", "$HOME"],
  ["été", "été"],
];

it.each(read)("reads %s as Ruby's reader does", (text, expected) => {
  expect([readScalar(text)]).toEqual([Object.is(expected, 0) ? expect.closeTo(0) : expected]);
});

it.each(["2024-01-01 10:00:00", "2024-01-01T10:00:00Z", "2024-1-1 1:00:00.5 +02:00"])(
  "knows that %s is a time",
  (text) => {
    expect(isTime(text)).toBe(true);
  },
);
