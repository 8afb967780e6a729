import { expect, test } from "vitest";
import type { BlobMatch } from "../../../../shared/api/resources/search.ts";
import { type Found, rowKey, toRows } from "./found.ts";

const lines = (path: string, startline: number, data: string, project = "fjord/lantern"): Found => {
  const match: BlobMatch = { basename: path, path, data, ref: "main", startline, project_id: 1 };
  return { kind: "lines", match, project, isWiki: false };
};
const shown = (found: readonly Found[], text: string) =>
  toRows(found, text).map((row) =>
    row.kind === "line"
      ? `${row.line} ${row.text} ${JSON.stringify(row.marks)}`
      : row.kind === "file"
        ? row.match.path
        : row.kind,
  );

test("a file is named once above its lines, which are numbered and marked", () => {
  const found = [
    lines("a.ts", 3, "one\nBerth berth\n"),
    lines("a.ts", 9, "berth"),
    lines("b.ts", 1, "berth\r\n"),
  ];
  expect(shown(found, "berth path:src/")).toEqual([
    "a.ts",
    "3 one []",
    "4 Berth berth [[0,5],[6,11]]",
    "9 berth [[0,5]]",
    "b.ts",
    "1 berth [[0,5]]",
  ]);
  const keys = toRows(found, "berth").map(rowKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a file that was found by its name has no lines, and files of other projects are others", () => {
  expect(shown([lines("Home.md", 1, ""), lines("Home.md", 1, "", "fjord/beacon")], "home")).toEqual([
    "Home.md",
    "Home.md",
  ]);
});

test("nothing is marked where folding changes the length of a line", () => {
  expect(shown([lines("a.ts", 1, "İ berth")], "berth")).toEqual(["a.ts", "1 İ berth []"]);
});

test("of a long line the part around its first mark is shown", () => {
  const [, row] = toRows([lines("a.min.js", 1, `${"x".repeat(5_000)} berth ${"y".repeat(5_000)}`)], "berth");
  if (row?.kind !== "line") throw new Error("no line");
  const [[from, to] = [0, 0]] = row.marks;
  expect(row.text.length).toBeLessThan(300);
  expect(row.text.slice(from, to)).toBe("berth");
});
