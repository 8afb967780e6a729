import { expect, test } from "vitest";
import { mergeTexts } from "../model/save-page.ts";
import { caretAfter } from "./editor-panes.tsx";
import { placeholderOf, placeholdersIn } from "./uploads.tsx";
import { betweenMarks, rowsOfLines } from "./use-scroll-together.ts";

test("lines that wrap move the lines below them", () => {
  expect(rowsOfLines("a\nbbbbb\n\nc", 2)).toEqual([0, 1, 4, 5]);
});

test("positions between two marks are in proportion", () => {
  const marks = [
    [0, 0],
    [100, 300],
    [200, 400],
  ] as const;
  expect([0, 50, 100, 150, 200, 250].map((at) => betweenMarks(marks, at))).toEqual([
    0, 150, 300, 350, 400, 400,
  ]);
  expect(
    betweenMarks(
      [
        [0, 0],
        [0, 500],
      ],
      0,
    ),
  ).toBe(500);
});

test("a placeholder is found in the text that it was written into", () => {
  const written = placeholderOf("1-a", "my [lamp].png");
  expect(placeholdersIn(`x ${written} y`)).toEqual([{ id: "1-a", name: "my _lamp_.png", text: written }]);
});

const base = { title: "a", content: "one\ntwo\nthree\n", format: "markdown" };

test("changes of different lines merge, of the same lines they conflict", () => {
  const mine = { ...base, content: "ONE\ntwo\nthree\n" };
  expect(mergeTexts(base, mine, { ...base, content: "one\ntwo\nTHREE\n" })).toEqual({
    kind: "merged",
    text: { ...base, content: "ONE\ntwo\nTHREE\n" },
    merged: true,
  });
  expect(mergeTexts(base, mine, { ...base, content: "1\ntwo\nthree\n" }).kind).toBe("conflict");
  expect(mergeTexts(base, mine, { ...base, content: mine.content })).toMatchObject({
    kind: "merged",
    merged: false,
  });
});

test("title and format are mine where I changed them, else theirs", () => {
  const result = mergeTexts(base, { ...base, title: "b" }, { ...base, title: "c", format: "asciidoc" });
  expect(result).toMatchObject({
    kind: "merged",
    text: { title: "b", format: "asciidoc", content: base.content },
  });
});

test("a caret behind a change moves along, one before it stays", () => {
  expect(caretAfter("a [up] b", "a ![x](y) b", 8)).toBe(11);
  expect(caretAfter("a [up] b", "a ![x](y) b", 1)).toBe(1);
  expect(caretAfter("a [up] b", "a  b", 4)).toBe(2);
});
