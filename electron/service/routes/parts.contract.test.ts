import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { listed, parts } from "./testing/parts.ts";

it("drives the operations of all but hooks, each in one contract test", () => {
  const expected = listed.filter(({ id }) => id.startsWith("A") || id <= "B59" || id >= "B64");
  expect(expected).toHaveLength(154);
  expect(Object.values(parts).flat().toSorted()).toEqual(expected.map(({ id }) => id));
});

it.each(Object.keys(parts))("has a contract test of %s", (part) => {
  expect(existsSync(new URL(`./${part}.contract.test.ts`, import.meta.url))).toBe(true);
});
