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
