import { expect, test } from "vitest";
import { blameLines } from "./blame-lines.ts";

test("each line is of the version that added it", () => {
  expect(blameLines(["a\nX\nc\nd\n", "a\nb\nc\nd\n", "a\nb\nc\n"])).toEqual([2, 0, 2, 1]);
});

test("lines that move down keep their origin", () => {
  expect(blameLines(["new\na\nb\n", "a\nb\n"])).toEqual([0, 1, 1]);
  expect(blameLines(["only\n"])).toEqual([0]);
  expect(blameLines([])).toEqual([]);
});

test("ambiguous lines are of no version", () => {
  expect(blameLines(["{\n}\n{\n}\n", "{\n}\n"])).toEqual([-1, -1, -1, -1]);
  expect(blameLines(["a\n\nb\n\nc\n", "a\n\nc\n"])[2]).toBe(0);
});
