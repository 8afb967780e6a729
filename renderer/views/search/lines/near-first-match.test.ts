import { expect, test } from "vitest";
import { nearFirstMatch } from "./near-first-match.ts";

const hit = (text: string, ...found: readonly string[]) => ({
  line: 1,
  text,
  marks: found.map((part) => [text.indexOf(part), text.indexOf(part) + part.length] as const),
});
const shown = (text: string, room: number, ...found: readonly string[]) => {
  const near = nearFirstMatch(hit(text, ...found), room);
  return { text: near.text, marked: near.marks.map(([start, end]) => near.text.slice(start, end)) };
};

test("a line whose first match has room begins at its beginning", () => {
  const line = hit("const berth = plan();", "berth", "plan");
  expect(nearFirstMatch(line, 11)).toBe(line);
});

test("a line without room for its first match begins with a word before it", () => {
  expect(shown("- Correct the limits of countBerth and Wall", 28, "Berth", "Wall")).toEqual({
    text: "…of countBerth and Wall",
    marked: ["Berth", "Wall"],
  });
});

test("a match in a long word, or longer than the line has room, is shown from its beginning", () => {
  expect(shown(`${"x".repeat(80)}berth`, 20, "berth")).toEqual({
    text: `…${"x".repeat(12)}berth`,
    marked: ["berth"],
  });
  expect(shown(`${"x".repeat(8)}${"berth".repeat(9)}`, 20, "berth".repeat(9)).text).toMatch(/^…berth/);
  expect(shown(`${"😀".repeat(20)}berth`, 20, "berth").marked).toEqual(["berth"]);
});
