import { type DiffFile, modeChange } from "./diff-file.ts";

/** Returns whether a diff is git's notice of a binary file, without lines. */
export const isBinaryDiff = (diff: string): boolean =>
  /^(Binary files .* differ|GIT binary patch)$/m.test(diff);

/** Returns why a file has no lines to show. `diff` is the whole diff, which may be stored elsewhere. */
export function reasonWithoutLines(file: DiffFile, diff = file.diff): string {
  if (file.too_large) return "The service left this diff out because it is too large.";
  if (isBinaryDiff(diff)) {
    return file.new_file
      ? "New binary file."
      : file.deleted_file
        ? "Binary file deleted."
        : "Binary file changed.";
  }
  if (file.collapsed) return "The service left this diff out.";
  if (file.renamed_file) return "Renamed without changes.";
  if (modeChange(file)) return "File mode changed.";
  if (file.new_file) return "New file that is empty or binary.";
  if (file.deleted_file) return "The deleted file was empty or binary.";
  return "No lines to show: the file is binary, or its diff is too large.";
}
