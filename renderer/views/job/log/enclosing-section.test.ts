import { expect, it } from "vitest";
import { enclosingSection } from "./enclosing-section.ts";

const section = (from: number, to: number | null, depth: number) => ({
  name: "",
  header: "",
  from,
  to,
  depth,
  seconds: null,
  collapsed: false,
});

it("finds the innermost section around a line", () => {
  const sections = [section(2, 9, 0), section(4, 6, 1), section(7, 8, 1), section(12, null, 0)];
  expect([0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 500].map((line) => enclosingSection(sections, line))).toEqual([
    null,
    null,
    0,
    0,
    1,
    0,
    0,
    0,
    null,
    null,
    null,
    3,
  ]);
});
