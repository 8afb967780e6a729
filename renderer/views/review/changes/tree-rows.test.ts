import { expect, test } from "vitest";
import { changeOf, treeRows } from "./tree-rows.ts";

const file = (path: string, more = {}) => ({
  old_path: path,
  new_path: path,
  diff: "",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
  ...more,
});

test("files stand under their folders and keep their order", () => {
  const rows = treeRows([file("README.md"), file("src/a.ts"), file("src/b.ts"), file("src/x/c.ts")], "");
  expect(rows.map((row) => (row.kind === "folder" ? row.path : row.index))).toEqual([
    0,
    "src",
    1,
    2,
    "src/x",
    3,
  ]);
});

test("every word of a filter counts", () => {
  const rows = treeRows([file("src/a.ts"), file("lib/a.ts"), file("src/b.ts")], "SRC a");
  expect(rows.map(({ kind }) => kind)).toEqual(["folder", "file"]);
});

test("a change has its letter", () => {
  expect(changeOf(file("a", { new_file: true })).letter).toBe("A");
  expect(changeOf(file("a", { deleted_file: true })).letter).toBe("D");
  expect(changeOf(file("a", { renamed_file: true })).letter).toBe("R");
  expect(changeOf(file("a")).letter).toBe("M");
});
