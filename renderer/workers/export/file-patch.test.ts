import { expect, test } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { filePatch, patchMail } from "./file-patch.ts";

const commit = "a".repeat(40);
const blank: DiffFile = {
  diff: "",
  old_path: "x",
  new_path: "x",
  new_file: false,
  deleted_file: false,
  renamed_file: false,
};

test.each([
  [{ diff: "Binary files a/x and b/x differ\n" }],
  [{ diff: "", too_large: true, new_file: true }],
  [{ diff: "", collapsed: true }],
  [{ diff: "", a_mode: "100644", b_mode: "120000" }],
])("%j cannot be a patch without its contents", async (more) => {
  const file: DiffFile = { ...blank, ...more };
  expect(await filePatch(file, file.diff, async () => null, commit)).toBeNull();
});

test("contents are read for what is not ASCII alone", async () => {
  let reads = 0;
  const readSides = async () => {
    reads++;
    return null;
  };
  const ascii = "@@ -1 +1 @@\n-a\n+b\n";
  expect((await filePatch(blank, ascii, readSides, commit))?.at(-1)).toBe(ascii);
  expect(reads).toBe(0);
  const other = "@@ -1 +1 @@\n-a\n+é\n";
  expect((await filePatch(blank, other, readSides, commit))?.at(-1)).toBe(other);
  expect(reads).toBe(1);
});

test("a line that git am takes for the patch is indented", async () => {
  const mail = { sha: commit, author: "A", email: "a@example.test", date: "1969-12-31T23:00:00-01:00" };
  const whole = await patchMail({ ...mail, message: "T\n\n---\n--- a\n----\nIndex: x\ndiff -u\n" }, []);
  const text = whole.join("");
  expect(text).toContain("\n\n ---\n --- a\n----\n Index: x\n diff -u\n---\n");
  expect(text).toContain("Date: Wed, 31 Dec 1969 23:00:00 -0100\n");
});
