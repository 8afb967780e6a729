import type { CachedDiff, DiffSource, FadedLines } from "./diff-types.ts";

/** One file of a comparison, with the fields of the interface's diff entries. */
export interface DiffFile {
  readonly old_path: string;
  readonly new_path: string;
  /** Unified diff from its first `@@`; empty for pure renames, mode changes, binaries and what was too large. */
  readonly diff: string;
  /** Location of the whole diff in the worker; `diff` is then its beginning, up to the first hunk's header. */
  readonly cached?: CachedDiff | undefined;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  /** Octal modes; `"0"` where the file does not exist. */
  readonly a_mode?: string | undefined;
  readonly b_mode?: string | undefined;
  /** The service left the diff out because of its size. */
  readonly too_large?: boolean | null | undefined;
  readonly collapsed?: boolean | null | undefined;
  readonly generated_file?: boolean | null | undefined;
  /** Line numbers that are not from the change's author. */
  readonly faded?: FadedLines | undefined;
  /** Identifies the content where the diff has no lines, such as a commit. */
  readonly content?: string | undefined;
}

/** Returns a diff entry of the interface as a file; `content` identifies it where its diff is empty. */
export const diffFileOf = (
  entry: Omit<DiffFile, "a_mode" | "b_mode" | "content" | "faded" | "cached"> & {
    readonly a_mode: string | null;
    readonly b_mode: string | null;
  },
  content?: string,
): DiffFile => ({
  ...entry,
  a_mode: entry.a_mode ?? undefined,
  b_mode: entry.b_mode ?? undefined,
  content,
});

/** Returns a file's change as the worker takes it. */
export const sourceOf = (file: DiffFile): DiffSource => ({
  diff: file.diff,
  cached: file.cached,
  path: pathOf(file),
  identity: [
    file.old_path,
    file.new_path,
    file.new_file,
    file.deleted_file,
    modeChange(file)?.join(">") ?? "",
  ].join("\0"),
  faded: file.faded,
  content: file.content,
});

/** Returns the path that a file has now: the old one where it was deleted. */
export const pathOf = (file: DiffFile): string => (file.deleted_file ? file.old_path : file.new_path);

/** Returns old and new mode where a file that stays changed it, such as `["100644", "100755"]`, else null. */
export function modeChange({
  a_mode,
  b_mode,
  new_file,
  deleted_file,
}: DiffFile): readonly [string, string] | null {
  if (new_file || deleted_file || !a_mode || !b_mode) return null;
  if (a_mode === b_mode || Number(a_mode) === 0 || Number(b_mode) === 0) return null;
  return [a_mode, b_mode];
}
