import { expect, it } from "vitest";
import type { DiffFile } from "./diff-file.ts";
import { isBinaryDiff, reasonWithoutLines } from "./empty-diff.ts";

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
