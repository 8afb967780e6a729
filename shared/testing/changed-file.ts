import type { DiffFile } from "../diff/diff-file.ts";

/** Returns a text file of which one line was changed, but for what a test is about. */
export const changedFile = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  old_path: path,
  new_path: path,
  diff: "@@ -1 +1 @@\n-a\n+b\n",
  new_file: false,
  renamed_file: false,
  deleted_file: false,
  ...more,
});
