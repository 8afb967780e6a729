import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

test.each([
  ["", ""],
  ["\n\n## Tides\nmore", "Tides"],
  ["> A **strong** and _soft_ word.", "A strong and soft word."],
  ["- Lists what `topic/*` and `a_b` are", "Lists what topic/* and a_b are"],
  ["snake_case_name stays, and 2 * 3", "snake_case_name stays, and 2 * 3"],
  ["# *Übersicht*", "Übersicht"],
])("the line of %j is %j", (text, line) => {
  expect(plainLine(text)).toBe(line);
});
