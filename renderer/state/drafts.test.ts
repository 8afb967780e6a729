import { expect, it } from "vitest";
import { addText } from "./drafts.ts";

it.each([
  ["nothing", "", "A", "", "A"],
  ["blanks", " \n", "A", "", "A"],
  ["another text", "B\n", "A", "", "B\n\nA"],
  ["what its form opens with", "before", "A", "before", "A"],
  ["another text, without blanks", "B", " ", "", "B"],
  ["a text where only another field was changed", "B", "before", "before", "B"],
])("adds a restored text to %s", (_, now, words, start, expected) => {
  expect(addText(now, words, start)).toBe(expected);
});
