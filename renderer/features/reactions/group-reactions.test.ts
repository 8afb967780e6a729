import { expect, it } from "vitest";
import { formatNames, groupReactions } from "./group-reactions.ts";

it("groups reactions by emoji in the order in which they were given", () => {
  const given = (id: number, name: string, person: string, mine = false) => ({ id, name, person, mine });
  expect(
    groupReactions([given(1, "tada", "Mateo"), given(2, "eyes", "Priya"), given(3, "tada", "Sam", true)]),
  ).toEqual([
    { name: "tada", count: 2, people: ["Mateo", "you"], mine: 3 },
    { name: "eyes", count: 1, people: ["Priya"], mine: null },
  ]);
});

it("names who reacted, the reader last", () => {
  expect(formatNames(["you"])).toBe("you");
  expect(formatNames(["you", "Mateo"])).toBe("Mateo and you");
  expect(formatNames(["Mateo", "Priya", "Sam"])).toBe("Mateo, Priya and Sam");
  expect(formatNames(Array.from({ length: 20 }, (_, i) => `P${i}`))).toMatch(/P11 and 8 others$/);
});
