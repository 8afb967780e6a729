import { expect, it } from "vitest";
import { enclosingSection, stickySection } from "./sections.tsx";

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

it("names the section of the first line below the bar", () => {
  const sections = [section(1, 3, 0), section(3, null, 0)];
  // The header of the second section is below the bar.
  expect(stickySection(sections, 4, 4)).toBe(1);
  expect(stickySection(sections, 4, 5)).toBe(1);
  // The header itself is in view, so that there is no sticky one.
  expect(stickySection(sections, 3, 4)).toBeNull();
  expect(stickySection(sections, 2, 3)).toBeNull();
  expect(stickySection([section(0, null, 0)], 1, 2)).toBe(0);
  expect(stickySection([section(0, null, 0)], 0, 1)).toBeNull();
});
