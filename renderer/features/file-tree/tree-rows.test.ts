import { expect, test } from "vitest";
import { parentRow, rowOf, type TreeFolder, treeRows, typeAhead } from "./tree-rows.ts";

const entry = (path: string, kind: "directory" | "file") => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  kind,
  path,
});
const folder = (...entries: ReturnType<typeof entry>[]) => ({ entries, error: null, retry: () => undefined });
const folders = new Map<string, TreeFolder>([
  [
    "",
    folder(
      entry("docs", "directory"),
      entry("src", "directory"),
      entry("readme.md", "file"),
      entry("run", "file"),
    ),
  ],
  ["src", folder(entry("src/app", "directory"), entry("src/main.ts", "file"))],
]);

const names = (open: string[]) =>
  treeRows(folders, new Set(open)).map(
    (row) => `${"  ".repeat(row.depth)}${row.kind === "entry" ? row.entry.name : row.kind}`,
  );

test("open folders show their entries, or that they load", () => {
  expect(names([])).toEqual(["docs", "src", "readme.md", "run"]);
  expect(names(["src", "src/app"])).toEqual([
    "docs",
    "src",
    "  app",
    "    loading",
    "  main.ts",
    "readme.md",
    "run",
  ]);
});

test("an empty folder and one that failed have a row that shows it", () => {
  const more = new Map<string, TreeFolder>([
    ...folders,
    ["docs", folder()],
    ["src", { entries: undefined, error: new Error("x"), retry: () => undefined }],
  ]);
  expect(treeRows(more, new Set(["docs", "src"])).map(({ kind }) => kind)).toEqual([
    "entry",
    "empty",
    "entry",
    "failed",
    "entry",
    "entry",
  ]);
});

test("typing moves to the next name with that prefix", () => {
  const rows = treeRows(folders, new Set(["src"]));
  expect(typeAhead(rows, 0, "r")).toBe(4);
  expect(typeAhead(rows, 4, "r")).toBe(5);
  expect(typeAhead(rows, 5, "r")).toBe(4);
  expect(typeAhead(rows, 4, "ru")).toBe(5);
  expect(typeAhead(rows, 0, "zz")).toBeNull();
  expect(parentRow(rows, rowOf(rows, "src/main.ts"))).toBe(rowOf(rows, "src"));
  expect(parentRow(rows, 0)).toBeNull();
});
