/** The job whose trace is meant; `project` as it is in the page's address: a number or a path. */
export interface TraceSource {
  readonly accountId: string;
  readonly project: string;
  readonly jobId: number;
}

export interface TraceFacts {
  /** Changes when the service erased, rewrote or shortened the trace: all line numbers start again. */
  readonly generation: string;
  readonly lines: number;
  /** Bytes whose lines are known. */
  readonly bytes: number;
  /** Bytes on the host's disk. */
  readonly size: number;
  /** The job has ended and all its lines are known. */
  readonly complete: boolean;
  readonly problem: TraceProblem | null;
  /** Bytes that were searched for sections, errors and warnings. */
  readonly analysed: number;
  readonly sections: number;
  readonly errors: number;
  readonly warnings: number;
  /** Lines have a time of their own. */
  readonly timestamps: boolean;
}

/** Why the trace cannot be read further; what was read stays. */
export interface TraceProblem {
  readonly code: string;
  readonly message: string;
}

/** How a span looks; a colour is an index of the 256-colour palette or `#rrggbb`. */
export interface SpanStyle {
  readonly fg?: number | string;
  readonly bg?: number | string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly inverse?: boolean;
  readonly conceal?: boolean;
}

/** Text of one look. */
export interface Span {
  readonly text: string;
  readonly style?: SpanStyle;
  /** An http or https address that the text leads to. */
  readonly link?: string;
}

/** One line as a terminal would show it at its end. */
export interface TraceLine {
  /** From 0. */
  readonly number: number;
  readonly spans: readonly Span[];
  /** ISO time at which it was printed. */
  readonly timestamp?: string;
  /** Bytes that were left out at the end; `lineText` has them. */
  readonly cut?: number;
  /** The line opens a section. */
  readonly section?: SectionMark;
}

export interface SectionMark {
  /** Its index in `sections()`. */
  readonly index: number;
  readonly name: string;
}

/** Lines between `section_start` and `section_end`. */
export interface Section {
  readonly name: string;
  /** Plain text of the line that opens it. */
  readonly header: string;
  /** The line that opens it. */
  readonly from: number;
  /** The first line after it; null while it is open. */
  readonly to: number | null;
  readonly depth: number;
  /** Null while it is open. */
  readonly seconds: number | null;
  /** The job wants it to be shown folded. */
  readonly collapsed: boolean;
}

/** A line that reports an error or a warning. */
export interface Finding {
  readonly kind: "error" | "warning";
  readonly line: number;
  readonly text: string;
  readonly file?: FilePosition;
}

/** A position in a file of the repository, as a tool printed it; numbers from 1. */
export interface FilePosition {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** What is searched for in the plain text of lines. */
export interface TraceQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly word: boolean;
}

/** How far a search has come. */
export interface SearchState {
  /** All matches; a line may have several. */
  readonly matches: number;
  /** Lines with matches: what `matchLines` counts. */
  readonly lines: number;
  readonly scannedLines: number;
  /** All lines that are known were searched. */
  readonly done: boolean;
  /** Why the search stopped early, or cannot begin. */
  readonly problem?: string;
  /** Matching lines in each of 512 equal parts of the trace. */
  readonly density: Uint32Array;
}

/** A row of a trace of which only matches and their surroundings are shown: a line, or the lines left out. */
export type MatchRow =
  | { readonly line: number; readonly match: boolean }
  | { readonly from: number; readonly to: number };

/** Where a line matches: UTF-16 units of its plain text. */
export interface LineMatches {
  readonly line: number;
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Matches in one of several traces. */
export interface TraceHits {
  readonly source: TraceSource;
  /** All matches so far. */
  readonly matches: number;
  /** Lines with matches so far. */
  readonly lines: number;
  /** The first of them. */
  readonly hits: readonly TraceHit[];
  /** All of the trace was searched. */
  readonly done: boolean;
  readonly problem?: TraceProblem;
}

/** A line that matches; `text` is a part of a long one, around its first match. */
export interface TraceHit {
  readonly line: number;
  readonly text: string;
  /** Where `text` matches. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** A row of two traces side by side: a line of either or both, or equal lines that are folded. */
export type TraceDiffRow =
  | {
      readonly kind: "equal" | "added" | "removed";
      /** The line on the left; null where it is added. */
      readonly left: number | null;
      /** The line on the right; null where it is removed. */
      readonly right: number | null;
      /** Its text on the right, of a removed one on the left. */
      readonly spans: readonly Span[];
    }
  | TraceDiffFold;

/** Equal lines that are not shown. */
export interface TraceDiffFold {
  readonly kind: "fold";
  /** The first of them on each side. */
  readonly left: number;
  readonly right: number;
  readonly count: number;
}
