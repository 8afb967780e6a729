/** One file of a comparison, with the fields of the interface's diff entries. */
export interface DiffFile {
  readonly old_path: string;
  readonly new_path: string;
  /** Unified diff from its first `@@`; empty for pure renames, mode changes, binaries and what was too large. */
  readonly diff: string;
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
}

export type DiffMode = "unified" | "split";

/** One line of a diff as it is drawn. */
export interface DiffLine {
  readonly kind: "hunk" | "context" | "removed" | "added";
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
  /** Parts that changed within the line, `[start, end)`. */
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** The file ends here without a newline. */
  readonly unended: boolean;
}

/** A line of the two-column layout; a hunk's header stands on both sides. */
export interface DiffPair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** What is known of a file's diff once it was read. */
export interface DiffSummary {
  readonly unifiedRows: number;
  readonly splitRows: number;
  readonly added: number;
  readonly removed: number;
  /** Characters of the longest line. */
  readonly longest: number;
  /** Rows, in each layout, at which a run of changed lines begins. */
  readonly unifiedChanges: readonly number[];
  readonly splitChanges: readonly number[];
}

export interface Token {
  readonly length: number;
  readonly kind: string;
}

/** An open comparison whose texts live outside of the page's thread. */
export interface OpenDiff {
  unified(file: number, from: number, to: number): Promise<readonly DiffLine[]>;
  split(file: number, from: number, to: number): Promise<readonly DiffPair[]>;
}

/** Who reads, lays out and colours diffs for {@link DiffView}; `workers/diff/diff-engine.ts` is one. */
export interface DiffEngine {
  open(
    diffs: readonly string[],
    onSummaries: (start: number, summaries: readonly DiffSummary[]) => void,
    signal: AbortSignal,
  ): Promise<OpenDiff>;
  highlight(path: string, lines: readonly string[]): Promise<readonly (readonly Token[])[] | null>;
}

/** The path that a file is known by now: the old one where it was deleted. */
export const pathOf = (file: DiffFile): string => (file.deleted_file ? file.old_path : file.new_path);

/** Why a file has no lines to show; null where it has some. */
export function bodyNote(file: DiffFile, summary: DiffSummary | undefined): string | null {
  if (file.too_large) return "The service left this diff out because it is too large.";
  if (!summary || summary.unifiedRows > 0) return null;
  if (/^Binary files .* differ/m.test(file.diff)) return "Binary file: its bytes changed.";
  if (file.renamed_file) return "Moved without changes.";
  if (modeChange(file)) return "Only the file's mode changed.";
  if (file.new_file) return "New file that is empty or binary.";
  if (file.deleted_file) return "The deleted file was empty or binary.";
  if (file.collapsed) return "The service left this diff out.";
  return "Nothing to show: the file is binary, or its diff is too large.";
}

/** Old and new mode where a file that stays changed it, such as `["100644", "100755"]`. */
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
