import { expect, it } from "vitest";
import { orderedSelection, selectedText } from "./use-log-selection.ts";

it("cuts the first and the last line", () => {
  const selection = orderedSelection({ line: 7, column: 3 }, { line: 5, column: 2 });
  expect(selection.from).toEqual({ line: 5, column: 2 });
  expect(selectedText(["abcdef", "ghi", "jklmn"], selection)).toBe("cdef\nghi\njkl");
});

it("cuts both ends of one line", () => {
  const selection = orderedSelection({ line: 1, column: 4 }, { line: 1, column: 1 });
  expect(selectedText(["abcdef"], selection)).toBe("bcd");
});
