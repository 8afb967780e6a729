import { expect, it, test } from "vitest";
import { changedFile } from "../testing/changed-file.ts";
import { type DiffFile, inTreeOrder, isBinaryDiff, reasonWithoutLines, treeOrder } from "./diff-file.ts";

const file: DiffFile = {
  old_path: "a",
  new_path: "a",
  diff: "",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
};

it.each([
  [{ diff: "Binary files a/x and b/x differ\n" }, "Binary file changed."],
  [{ diff: "GIT binary patch\nliteral 3\n" }, "Binary file changed."],
  [{ diff: "Binary files /dev/null and b/x differ\n", new_file: true }, "New binary file."],
  [{ diff: "Binary files a/x and /dev/null differ\n", deleted_file: true }, "Binary file deleted."],
  [{ too_large: true }, "The service left this diff out because it is too large."],
  [{ collapsed: true, new_file: true }, "The service left this diff out."],
  [{ renamed_file: true, new_path: "b" }, "Renamed without changes."],
  [{ a_mode: "100644", b_mode: "100755" }, "File mode changed."],
  [{ new_file: true }, "New file that is empty or binary."],
  [{ deleted_file: true }, "The deleted file was empty or binary."],
  [{}, "No lines to show: the file is binary, or its diff is too large."],
])("gives the reason why %j has no lines", (more, reason) => {
  expect(reasonWithoutLines({ ...file, ...more })).toBe(reason);
});

it("recognises a binary file by its diff, not by its lines", () => {
  expect(isBinaryDiff("@@ -1 +1 @@\n-Binary files a and b differ\n+x\n")).toBe(false);
  expect(isBinaryDiff("Binary files a/x and b/x differ\n")).toBe(true);
});

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
