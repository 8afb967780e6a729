import { expect, test } from "vitest";
import { type Sorting, TableDocument } from "./table-document.ts";

const rowsOf = (text: string, filter = "", sorting: Sorting | null = null) => {
  const table = new TableDocument(text);
  return table.rows(table.select(filter, sorting), 0, 100);
};

test("a table has a head, widths, and columns that are numbers", () => {
  const text = 'name,level\n"a, b",1.5\nlonger name,\n\n';
  expect(new TableDocument(text).info).toEqual({
    head: ["name", "level"],
    rows: 2,
    more: 0,
    widths: [11, 5],
    numeric: [false, true],
  });
  expect(rowsOf(text)).toEqual([
    { number: 1, cells: ["a, b", "1.5"] },
    { number: 2, cells: ["longer name", ""] },
  ]);
});

test("tabs separate as well, and rows may be longer than the head", () => {
  expect(new TableDocument("a\tb\n1\t2\t3\n").info.head).toEqual(["a", "b", "Column 3"]);
  expect(new TableDocument("").info).toMatchObject({ head: [], rows: 0 });
});

test.each([
  ["rooms.tsv", "name\tposition, floor\nLamp, tall\tnorth\nChair, red\tsouth\n", ["name", "position, floor"]],
  ["a.csv", "name\tposition, floor\nLamp, tall\tnorth\nDesk\teast\n", ["name", "position, floor"]],
  ["preise.csv", "name;preis\nLampe;1,50\nTisch, rot;20,00\n", ["name", "preis"]],
  ["a.csv", "a|b|c\n1|2,5|3\n", ["a", "b", "c"]],
  ["a.csv", 'a,b\n"x;y;z",1\n"u;v",2\n', ["a", "b"]],
  ["a.TAB", "a b\n1 2\n", ["a b"]],
])("the separator of %s is the one that fits all rows: %j", (path, text, head) => {
  expect(new TableDocument(text, path).info.head).toEqual(head);
});

test("rows are found without regard to case and keep their number in the file", () => {
  expect(rowsOf("name\nBoat\nship\nboathouse\n", "BOAT").map(({ number }) => number)).toEqual([1, 3]);
});

test("numbers are ordered as numbers, text naturally, empty cells last in both directions", () => {
  const text = "level,name,x\n10,b10,1\n9,b9,1\n,,1\n-1,A,1\n";
  const order = (column: number, down: boolean) =>
    rowsOf(text, "", { column, down }).map(({ cells }) => cells[column]);
  expect(order(0, false)).toEqual(["-1", "9", "10", ""]);
  expect(order(0, true)).toEqual(["10", "9", "-1", ""]);
  expect(order(1, false)).toEqual(["A", "b9", "b10", ""]);
});
