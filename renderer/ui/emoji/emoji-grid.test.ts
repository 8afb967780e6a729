import { expect, it } from "vitest";
import { loadEmoji } from "./emoji.ts";
import { emojiSections, moveInGrid } from "./emoji-grid.tsx";

const table = await loadEmoji();
const everything = emojiSections(table, "");

it("offers what is used most, then every kind", () => {
  expect(everything[0]).toMatchObject({ title: "Often used" });
  expect(everything[0]?.emoji.map(({ name }) => name)).toContain("thumbsup");
  expect(everything.length).toBeGreaterThan(8);
  expect(emojiSections(table, "rocket")[0]?.emoji[0]?.name).toBe("rocket");
  expect(emojiSections(table, "no such emoji")).toEqual([]);
});

it("moves through rows that end with their section", () => {
  const emoji = everything[1]?.emoji ?? [];
  const sections = [
    { title: "a", emoji: emoji.slice(0, 3) },
    { title: "b", emoji: emoji.slice(3, 15) },
  ];
  expect(moveInGrid("ArrowDown", 2, sections)).toBe(5);
  expect(moveInGrid("ArrowDown", 5, sections)).toBe(14);
  expect(moveInGrid("ArrowDown", 11, sections)).toBe(14);
  expect(moveInGrid("ArrowUp", 8, sections)).toBe(2);
  expect(moveInGrid("ArrowUp", 1, sections)).toBe(1);
  expect(moveInGrid("ArrowRight", 14, sections)).toBe(14);
  expect(moveInGrid("ArrowLeft", 3, sections)).toBe(2);
  expect(moveInGrid("Enter", 3, sections)).toBeNull();
  expect(moveInGrid("ArrowDown", 0, [])).toBeNull();
});
