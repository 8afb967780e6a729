import type { ReactNode } from "react";

/** One file of a comparison, with the fields of the interface's diff entries. */
export interface DiffFile {
  readonly old_path: string;
  readonly new_path: string;
  /** Unified diff from its first `@@`; empty for pure renames, mode changes, binaries and what was too large. */
  readonly diff: string;
  /** Where the engine has the whole diff; `diff` is then its beginning, up to the first hunk's header. */
  readonly cached?: { readonly url: string; readonly index: number } | undefined;
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
  /** Line numbers that somebody else's work brought. */
  readonly faded?: { readonly old: readonly number[]; readonly new: readonly number[] } | undefined;
  /** Tells one content from another where the diff has no lines, such as a commit. */
  readonly content?: string | undefined;
}

/** A diff entry of the interface as it is drawn; `content` tells one from another where the diff is empty. */
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
  /** Where the same line stands too, in words, where it was moved rather than written. */
  readonly moved?: string | null;
  /** Of no weight to the reader, such as what another branch brought. */
  readonly faded?: boolean;
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
  /** Names the change by what it does to the file. */
  readonly fingerprint: string;
  /** Lines with characters that cannot be seen, or that change the order of others. */
  readonly hiddenLines: number;
}

export interface Token {
  readonly length: number;
  readonly kind: string;
}

/** A line of a file by its number on one side. */
export interface LineRef {
  readonly file: number;
  readonly side: "old" | "new";
  readonly line: number;
}

/** Rows at which a line stands in each layout. */
export interface LineRows {
  readonly unified: number;
  readonly split: number;
}

/** An open comparison whose texts live outside of the page's thread. */
export interface OpenDiff {
  /** Everything that will come was read, or could not be. */
  readonly ready: Promise<void>;
  /** Further files, after those that are there; `more` tells that others will follow. */
  add(sources: readonly DiffSource[], more: boolean): void;
  /** Rows of lines; the last row before a line that the diff leaves out, -1 where nothing stands before it. */
  locate(lines: readonly LineRef[]): Promise<readonly LineRows[]>;
  unified(file: number, from: number, to: number): Promise<readonly DiffLine[]>;
  split(file: number, from: number, to: number): Promise<readonly DiffPair[]>;
  /** Lines of all files that match a pattern, drawn or not. */
  search(pattern: RegExp, stop?: AbortSignal): Promise<DiffHits>;
  /** Shows more of what surrounds a file's changes: lines by their new numbers; `text` is the file as it is now. */
  expand(
    file: number,
    text: string,
    shown: readonly { readonly from: number; readonly to: number }[],
  ): Promise<void>;
  /** Compares a file's two texts, where the service left its diff out. */
  fill(file: number, before: Uint8Array<ArrayBuffer>, after: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** What a search found: the lines in order, up to a limit, and how many there are in all. */
export interface DiffHits {
  readonly hits: readonly (LineRef & { readonly text: string })[];
  readonly total: number;
}

/** Something that stands between the lines of a file, below one of them. */
export interface DiffInsert extends LineRef {
  /** Stays the same as long as the thing does. */
  readonly key: string;
  /** Says what it is, such as "Thread on line 12". */
  readonly label: string;
  readonly content: ReactNode;
  /** Exists even where it is out of sight, as what somebody types into has to. */
  readonly stays?: boolean;
}

/** Numbers of a row's line: a line that both sides have carries both. */
export interface PickedLine {
  readonly oldLine: number | null;
  readonly newLine: number | null;
}

/** Lines that the reader chose, first and last; both the same for a single one. */
export interface LinePick {
  readonly file: number;
  readonly first: PickedLine;
  readonly last: PickedLine;
}

/** The side and number by which a line is known: the new one where it has one. */
export const refOf = (file: number, { oldLine, newLine }: PickedLine): LineRef =>
  newLine === null ? { file, side: "old", line: oldLine ?? 1 } : { file, side: "new", line: newLine };

/** A file's change as the engine takes it. */
export interface DiffSource extends Pick<DiffFile, "diff" | "cached" | "faded" | "content"> {
  readonly path: string;
  /** What of the change is not in its lines. */
  readonly identity: string;
}

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

/** How a comparison is read. */
export interface DiffReading {
  /** Lines that differ in blanks alone count as unchanged. */
  readonly ignoreWhitespace?: boolean;
}

/** Who reads, lays out and colours diffs for {@link DiffView}; `workers/diff/diff-engine.ts` is one. */
export interface DiffEngine {
  open(
    sources: readonly DiffSource[],
    onSummaries: (start: number, summaries: readonly DiffSummary[]) => void,
    signal: AbortSignal,
    reading?: DiffReading,
    /** Further files will be added. */
    more?: boolean,
  ): OpenDiff;
  highlight(path: string, lines: readonly string[]): Promise<readonly (readonly Token[])[] | null>;
  /** Calls back when everything that was open is lost, since a call took too long; returns how to stop that. */
  onEnd(listener: () => void): () => void;
}

/** The path that a file is known by now: the old one where it was deleted. */
export const pathOf = (file: DiffFile): string => (file.deleted_file ? file.old_path : file.new_path);

/** Whether the service left a file's lines out for their number, and nobody has asked for them since. */
export const isLeftOut = ({ too_large, collapsed }: DiffFile, summary: DiffSummary | undefined): boolean =>
  (too_large === true || collapsed === true) && (summary?.unifiedRows ?? 0) === 0;

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
