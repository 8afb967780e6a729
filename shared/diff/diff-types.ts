import type { Optional } from "../optional.ts";
import type { Token } from "../text/token.ts";

/** URLs of a file's contents before and after a change; null where it does not exist. */
export interface FileContentUrls {
  readonly base: string | null;
  readonly head: string | null;
}

/**
 * Source of which the worker makes a diff: an entry of the response at a URL, a file in two versions of a change, or two
 * texts. The first two are kept in the worker.
 */
export type DiffOrigin =
  | { readonly url: string; readonly index: number }
  | { readonly from: FileContentUrls; readonly to: FileContentUrls }
  | { readonly before: string; readonly after: string };

/** Character ranges of a line that changed, as `[start, end)`. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** A file's change as it is sent to the worker. */
export interface DiffSource
  extends Optional<{
    /** Identifies the content where the change has no lines, such as a commit. */
    content: string;
  }> {
  /** The whole diff, or what the worker makes it of. */
  readonly diff: string | DiffOrigin;
  readonly path: string;
  /** Parts of the change that are not in its lines: paths, modes. */
  readonly identity: string;
}

/** Options for reading diffs. */
export interface DiffReading {
  /** Lines that differ in whitespace alone count as unchanged. */
  readonly ignoreWhitespace?: boolean;
}

export type LineKind = "hunk" | "context" | "removed" | "added";

/** One line of a diff as it is drawn. */
export interface DiffLine {
  readonly kind: LineKind;
  /** Line numbers from 1, null where the line does not exist on that side. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
  /** Parts that changed within the line. */
  readonly marks: Ranges;
  /** The file ends here without a newline. */
  readonly lacksNewline: boolean;
  /** Text that names the other position of a moved line. */
  readonly moved: string | null;
  /** From another branch, not from the change's author. */
  readonly faded: boolean;
}

/** A line of the two-column layout; a hunk's header is on both sides. */
export interface DiffPair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** Summary of a file's diff, once it was read. */
export interface DiffSummary {
  readonly unifiedRows: number;
  readonly splitRows: number;
  readonly added: number;
  readonly removed: number;
  /** Columns of the longest line as it is drawn. */
  readonly longest: number;
  /** Rows, in each layout, at which a run of changed lines begins. */
  readonly unifiedChanges: readonly number[];
  readonly splitChanges: readonly number[];
  /** Identifies the change by what it does to the file; see `workers/diff/fingerprint.ts`. */
  readonly fingerprint: string;
  /** Lines with characters that cannot be seen, or that change the order of others. */
  readonly hiddenLines: number;
}

/** First and last row of a part of a diff. */
export type RowRange = readonly [first: number, last: number];

/** A run of changed lines, without unchanged ones between them. */
export interface ChangeRun {
  /** Identifies it in any version of the change by what it removes and adds, and the path of its file. */
  readonly key: string;
  /** Removed and added lines. */
  readonly lines: number;
  /** Its rows in each layout. */
  readonly unified: RowRange;
  readonly split: RowRange;
}

/** A line of a file by its number, from 1, on one side. */
export interface LineRef {
  readonly file: number;
  readonly side: "old" | "new";
  readonly line: number;
}

/** Row of a line in each layout; -1 where nothing is before it. */
export interface LineRows {
  readonly unified: number;
  readonly split: number;
}

/** Lines, by their new numbers from 1, to show beside those of the patch; `to` excluded. */
export interface ShownLines {
  readonly from: number;
  readonly to: number;
}

/** A line that matches a search. */
export interface DiffHit extends LineRef {
  readonly text: string;
}

/** Matches of a search in a comparison: the lines in order, up to a limit, and how many there are in all. */
export interface DiffHits {
  readonly hits: readonly DiffHit[];
  readonly total: number;
}

/** Contents of a file that are compared. */
export interface FillInput extends FileContentUrls {
  readonly maxBytes: number;
  /** Whether they are text whatever is in them. */
  readonly asText: boolean;
}

/** An open comparison whose texts are in the worker. */
export interface OpenDiff {
  /** Settles when all files were read, or could not be. */
  readonly ready: Promise<void>;
  /** Appends files; `more`: others will follow. */
  add(sources: readonly DiffSource[], more: boolean): void;
  /** Returns rows of lines; the last row before a line that the diff leaves out, -1 where nothing is before it. */
  locate(lines: readonly LineRef[]): Promise<readonly LineRows[]>;
  unified(file: number, from: number, to: number): Promise<readonly DiffLine[]>;
  split(file: number, from: number, to: number): Promise<readonly DiffPair[]>;
  /** Returns the runs of changed lines of a file, from top to bottom. */
  runs(file: number): Promise<readonly ChangeRun[]>;
  /** Returns lines of all files that match a pattern, drawn or not. */
  search(pattern: RegExp, stop?: AbortSignal): Promise<DiffHits>;
  /** Shows more of what surrounds a file's changes; `url` is that of the file as it is now. Throws ProblemError. */
  expand(file: number, url: string, shown: readonly ShownLines[], signal?: AbortSignal): Promise<void>;
  /**
   * Compares both contents of a file where the service left its diff out. Returns the bytes of the larger one where that
   * has too many, else null. Throws ProblemError.
   */
  fill(file: number, input: FillInput, signal: AbortSignal): Promise<number | null>;
}

/** Reads, lays out and colours diffs for `DiffView`; implemented by `workers/diff/diff-engine.ts`. */
export interface DiffEngine {
  open(
    sources: readonly DiffSource[],
    onSummaries: (start: number, summaries: readonly DiffSummary[]) => void,
    signal: AbortSignal,
    reading?: DiffReading,
    /** Further files will be added. */
    more?: boolean,
  ): OpenDiff;
  /** `language` is the one that the repository's attributes name. Rejects once `signal` fires. */
  highlight(
    path: string,
    lines: readonly string[],
    language?: string,
    signal?: AbortSignal,
  ): Promise<readonly (readonly Token[])[] | null>;
  /** Calls back when everything that was open is lost, since a call took too long; returns how to stop that. */
  onEnd(listener: () => void): () => void;
}
