import type { Optional } from "../optional.ts";
import type { DiffOrigin, DiffSource } from "./diff-types.ts";

/** One file of a comparison, with the fields of the interface's diff entries. */
export interface DiffFile
  extends Optional<{
    /** Octal modes; `"0"` where the file does not exist. */
    a_mode: string;
    b_mode: string;
    /** The service left the diff out because of its size. */
    too_large: boolean | null;
    collapsed: boolean | null;
    generated_file: boolean | null;
    /** Identifies the content where the diff has no lines, such as a commit. */
    content: string;
    /**
     * Source of which the worker makes the whole diff; `diff` is then its beginning, up to the first hunk's header, or empty
     * where it is of two texts.
     */
    origin: DiffOrigin;
  }> {
  readonly old_path: string;
  readonly new_path: string;
  /** Unified diff from its first `@@`; empty for pure renames, mode changes, binaries and what was too large. */
  readonly diff: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
}

/** Attributes of a repository that say how a file is shown. */
export interface FileAttributes {
  /** Whether a program wrote it. */
  readonly generated: boolean;
  /** Whether its changes are text: as git sees it where undefined. */
  readonly diff: boolean | undefined;
  /** Name of its language in lower case, such as `ruby`; undefined where the attributes name none. */
  readonly language: string | undefined;
}

/** Returns a diff entry of the interface as a file; `content` identifies it where its diff is empty. */
export const diffFileOf = (
  entry: Omit<DiffFile, "a_mode" | "b_mode" | "content" | "origin"> & {
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
  diff: file.origin ?? file.diff,
  path: pathOf(file),
  identity: [
    file.old_path,
    file.new_path,
    file.new_file,
    file.deleted_file,
    modeChange(file)?.join(">") ?? "",
  ].join("\0"),
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

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Compares paths as a tree lists them: the files of a folder precede its folders, so that a file at the root is below no
 * folder's heading; numbers in names count as numbers.
 */
function comparePaths(a: string, b: string): number {
  for (let start = 0; ; ) {
    const [endA, endB] = [a.indexOf("/", start), b.indexOf("/", start)];
    if (endA < 0 !== endB < 0) return endA < 0 ? -1 : 1;
    const left = a.slice(start, endA < 0 ? undefined : endA);
    const right = b.slice(start, endB < 0 ? undefined : endB);
    if (left !== right) return collator.compare(left, right) || (left < right ? -1 : 1);
    if (endA < 0) return 0;
    start = endA + 1;
  }
}

/**
 * Returns the indices of files in the order of their tree. `known` is that of the first files, where it is known: those
 * after them are merged into it.
 */
export function treeOrder(files: readonly DiffFile[], known: readonly number[] = []): readonly number[] {
  const compare = (a: number, b: number) => comparePaths(pathAt(files, a), pathAt(files, b));
  const added = Array.from({ length: files.length - known.length }, (_, i) => known.length + i).sort(compare);
  if (known.length === 0) return added;
  const order: number[] = [];
  let taken = 0;
  for (const index of added) {
    let [low, high] = [taken, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(known[middle] ?? 0, index) < 0) low = middle + 1;
      else high = middle;
    }
    for (; taken < low; taken++) order.push(known[taken] ?? 0);
    order.push(index);
  }
  return order.concat(known.slice(taken));
}

/** Returns files in the order of their tree. */
export const inTreeOrder = (files: readonly DiffFile[]): readonly DiffFile[] =>
  treeOrder(files).flatMap((index) => files[index] ?? []);

const pathAt = (files: readonly DiffFile[], index: number): string => {
  const file = files[index];
  return file ? pathOf(file) : "";
};

/** Returns whether a service omitted a file's diff: it is empty, though neither a pure rename nor only a change of mode. */
export const isDiffOmitted = (file: DiffFile): boolean =>
  file.diff === "" &&
  (Boolean(file.too_large) || Boolean(file.collapsed) || (!file.renamed_file && modeChange(file) === null));
