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
