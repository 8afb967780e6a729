import { expect, test } from "vitest";
import { lineOrigins } from "./line-origins.ts";

test("each line is of the version that brought it", () => {
  expect(lineOrigins(["a\nX\nc\nd\n", "a\nb\nc\nd\n", "a\nb\nc\n"])).toEqual([2, 0, 2, 1]);
});

test("lines that move down keep their origin", () => {
  expect(lineOrigins(["new\na\nb\n", "a\nb\n"])).toEqual([0, 1, 1]);
  expect(lineOrigins(["only\n"])).toEqual([0]);
  expect(lineOrigins([])).toEqual([]);
});

test("lines that could have come either way are of no version", () => {
  expect(lineOrigins(["{\n}\n{\n}\n", "{\n}\n"])).toEqual([-1, -1, -1, -1]);
  expect(lineOrigins(["a\n\nb\n\nc\n", "a\n\nc\n"])[2]).toBe(0);
});
