import { expect, test } from "vitest";
import { readTable } from "./read-table.ts";

test("a table has a head, widths, and columns that are numbers", () => {
  expect(readTable('name,level\n"a, b",1.5\nlonger name,\n\n')).toEqual({
    head: ["name", "level"],
    rows: [
      ["a, b", "1.5"],
      ["longer name", ""],
    ],
    widths: [11, 5],
    numeric: [false, true],
    more: 0,
  });
});

test("tabs separate as well, and rows may be longer than the head", () => {
  expect(readTable("a\tb\n1\t2\t3\n")).toMatchObject({
    head: ["a", "b", "Column 3"],
    rows: [["1", "2", "3"]],
  });
  expect(readTable("")).toMatchObject({ head: [], rows: [] });
});
