import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { addWordSearch, matchesWords } from "./search-words.ts";

it.each([
  ["åsa", ["Åsa Lindqvist"], true],
  ["ÜBERSICHT", ["Eine Übersicht"], true],
  ["Say Spanish", ["Say it in Spanish"], true],
  ["Say Norwegian", ["Say it in Spanish"], false],
  ["spanish crews", ["Say it in Spanish", "For the crews of Valparaíso"], true],
  ['"it in"', ["Say it in Spanish"], true],
  ['"in it"', ["Say it in Spanish"], false],
  ["A\u030Asa", ["Åsa"], true],
  ["WEISS", ["Jonas Weiß"], true],
  ["żuławski", ["Tomasz ŻUŁAWSKI"], true],
  ["%", ["100 %"], true],
  ["_", ["no underscore"], false],
  ["  ", ["anything"], true],
  ["x", [null], false],
] as const)("looks for %s in %s: %s", (search, texts, found) => {
  expect(matchesWords(search, texts)).toBe(found);
});

it("searches in SQL", () => {
  const database = new DatabaseSync(":memory:");
  addWordSearch(database);
  const row = database
    .prepare(
      "SELECT matches_words('åsa', 'ÅSA', NULL) a, matches_words(NULL, 'x') b, matches_words('y', 'x') c",
    )
    .get();
  expect({ ...row }).toEqual({ a: 1, b: 1, c: 0 });
  database.close();
});
