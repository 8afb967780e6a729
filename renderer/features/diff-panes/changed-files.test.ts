import { expect, test } from "vitest";
import { treeOrder } from "../../../shared/diff/diff-file.ts";
import { changedFile } from "../../../shared/testing/changed-file.ts";
import { changeOf, changeTreeRows } from "./changed-files.tsx";

const rowsOf = (...paths: string[]) => {
  const files = paths.map((path) => changedFile(path));
  return changeTreeRows(files, treeOrder(files));
};
const shown = (...paths: string[]) =>
  rowsOf(...paths).map((row) => (row.kind === "folder" ? `${row.path}/` : row.file.new_path));

test("a file at the root is below no folder, and folders follow the files beside them", () => {
  expect(shown("README.md", "docs/a.md", "package.json", "src/x/c.ts", "src/z.ts", "tsconfig.json")).toEqual([
    "package.json",
    "README.md",
    "tsconfig.json",
    "docs/",
    "docs/a.md",
    "src/",
    "src/z.ts",
    "src/x/",
    "src/x/c.ts",
  ]);
});

test("numbers in names count as numbers, and every folder has one heading", () => {
  expect(shown("p/10.ts", "p/2.ts", "p-q/1.ts", "p/B.ts", "p/a.ts")).toEqual([
    "p/",
    "p/2.ts",
    "p/10.ts",
    "p/a.ts",
    "p/B.ts",
    "p-q/",
    "p-q/1.ts",
  ]);
});

test("a row keeps the index of its file in the diff", () => {
  const rows = rowsOf("a/b.ts", "z.ts");
  expect(rows.flatMap((row) => (row.kind === "file" ? [row.index] : []))).toEqual([1, 0]);
});

test("a change has its letter", () => {
  expect(changeOf(changedFile("a", { new_file: true })).letter).toBe("A");
  expect(changeOf(changedFile("a", { deleted_file: true })).letter).toBe("D");
  expect(changeOf(changedFile("a", { renamed_file: true })).letter).toBe("R");
  expect(changeOf(changedFile("a")).letter).toBe("M");
});
