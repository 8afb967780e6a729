import fc from "fast-check";
import { expect, test } from "vitest";
import { differingPart } from "./code-editor.tsx";

test("only what differs is replaced", () => {
  expect(differingPart("one two three", "one 2 three")).toEqual({ start: 4, end: 7, text: "2" });
  expect(differingPart("same", "same")).toEqual({ start: 4, end: 4, text: "" });
  expect(differingPart("aa", "aaa")).toEqual({ start: 2, end: 2, text: "a" });
  const text = fc.stringMatching(/^[ab\n]{0,12}$/);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, text: part } = differingPart(before, after);
      expect(before.slice(0, start) + part + before.slice(end)).toBe(after);
    }),
  );
});
