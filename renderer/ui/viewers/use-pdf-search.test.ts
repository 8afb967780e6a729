import { expect, it } from "vitest";
import { findWords, joinRuns, runSpans } from "./use-pdf-search.ts";

const page = joinRuns([
  { str: "Tide ", hasEOL: false },
  { str: "tables of", hasEOL: true },
  { str: "", hasEOL: false },
  { str: "the harbour", hasEOL: true },
]);

it("joins the runs of a page, with an end after each line", () => {
  expect(page.text).toBe("Tide tables of\nthe harbour\n");
  expect(page.starts).toEqual([0, 5, 15, 15]);
});

it("finds words whatever their case, over runs and lines", () => {
  expect(findWords(page.text, "t")).toHaveLength(3);
  expect(findWords(page.text, "TIDE  tables")).toEqual([{ start: 0, end: 11 }]);
  expect(findWords(page.text, "of the")).toEqual([{ start: 12, end: 18 }]);
  expect(findWords(page.text, "lantern")).toEqual([]);
});

it("takes signs as they are, and finds nothing of an empty query", () => {
  expect(findWords("a.b (c) axb", "a.b")).toEqual([{ start: 0, end: 3 }]);
  expect(findWords("a.b (c)", "(c")).toEqual([{ start: 4, end: 6 }]);
  expect(findWords("İstanbul istanbul", "ISTANBUL")).toEqual([{ start: 9, end: 17 }]);
  expect(findWords("anything", "  ")).toEqual([]);
});

it("names the parts of the runs that a match covers", () => {
  expect(runSpans(page, { start: 0, end: 11 })).toEqual([
    { run: 0, start: 0, end: 5 },
    { run: 1, start: 0, end: 6 },
  ]);
  expect(runSpans(page, { start: 12, end: 18 })).toEqual([
    { run: 1, start: 7, end: 10 },
    { run: 3, start: 0, end: 3 },
  ]);
});
