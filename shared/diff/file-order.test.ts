import { expect, test } from "vitest";
import { inTreeOrder, treeOrder } from "./file-order.ts";
import { changedFile } from "./testing/changed-file.ts";

const ordered = (...paths: string[]) =>
  inTreeOrder(paths.map((path) => changedFile(path))).map(({ new_path }) => new_path);

test("files of a folder precede its folders, also at the root", () => {
  expect(
    ordered("README.md", "docs/a.md", "package.json", "src/x/c.ts", "src/z.ts", "tsconfig.json"),
  ).toEqual(["package.json", "README.md", "tsconfig.json", "docs/a.md", "src/z.ts", "src/x/c.ts"]);
});

test("numbers in names count as numbers, and case only where nothing else differs", () => {
  expect(ordered("p/10.ts", "p/2.ts", "p-q/1.ts", "p/B.ts", "p/a.ts", "P/2.ts")).toEqual([
    "P/2.ts",
    "p/2.ts",
    "p/10.ts",
    "p/a.ts",
    "p/B.ts",
    "p-q/1.ts",
  ]);
});

test("a deleted file is ordered by its old path", () => {
  const gone = { ...changedFile("a.ts"), deleted_file: true, new_path: "z/other.ts" };
  expect(treeOrder([changedFile("b.ts"), gone])).toEqual([1, 0]);
});

test("files that arrive later are merged into the known order, whatever the size of the pages", () => {
  const paths = Array.from(
    { length: 500 },
    (_, i) => `${"abc"[i % 3]}/${(i * 37) % 50}/part-${(i * 7) % 11}-${i}.ts`,
  );
  paths.push("z.md", "A.md", "c/1.ts");
  const files = paths.map((path) => changedFile(path));
  const whole = treeOrder(files);
  for (const size of [1, 64, 400]) {
    let order: readonly number[] = [];
    for (let end = 0; end < files.length; ) {
      end = Math.min(files.length, end + size);
      order = treeOrder(files.slice(0, end), order);
    }
    expect(order).toEqual(whole);
  }
  expect(treeOrder(files, whole)).toEqual(whole);
});
