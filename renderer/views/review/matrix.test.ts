import { expect, test } from "vitest";
import { matrixOf } from "./matrix.ts";

const entry = (path: string, diff: string) => ({
  diff,
  old_path: path,
  new_path: path,
  a_mode: "100644",
  b_mode: "100644",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
});

test("a mark says where a version changed what it made of a file", () => {
  const rows = matrixOf([
    [entry("a", "@@ -1 +1 @@\n-x\n+y\n")],
    [entry("a", "@@ -9 +9 @@ moved\n context\n-x\n+y\n"), entry("b", "@@ -1 +1 @@\n-1\n+2\n")],
    undefined,
    [entry("a", "@@ -1 +1 @@\n-x\n+z\n")],
  ]);
  expect(rows).toEqual([
    { path: "a", cells: ["changed", "same", null, "changed"] },
    { path: "b", cells: [null, "changed", null, null] },
  ]);
});
