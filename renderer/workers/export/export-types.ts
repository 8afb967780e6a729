import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { Optional } from "../../../shared/optional.ts";
import type { ReviewSource } from "../../../shared/review/review-text.ts";

/** A comment as an export shows it; `body` is Markdown. */
export interface ExportNote {
  readonly author: string;
  readonly username: string | null;
  /** ISO date and time; null where unknown. */
  readonly time: string | null;
  readonly body: string;
}

/** A thread of comments: on a line, on a file (`line` 0), or on the whole (`at` null). */
export interface ExportThread {
  readonly at: { readonly file: number; readonly side: "old" | "new"; readonly line: number } | null;
  readonly notes: readonly ExportNote[];
  readonly resolved: boolean;
  /** Its line was changed since. */
  readonly outdated: boolean;
}

/** A commit as the head of a mail for `git am`. */
export interface ExportMail {
  readonly sha: string;
  readonly author: string;
  readonly email: string;
  /** ISO date and time. */
  readonly date: string;
  readonly message: string;
}

/** Addresses of a file's contents on the host; null where the file is not there. */
export interface ContentUrls {
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed file, with the addresses of its contents. */
export type ExportFile = DiffFile & { readonly contents?: ContentUrls };

/** The review of a merge request, whose changes are those of the subject between two commits. */
export interface ExportReviewSource extends Omit<ReviewSource, "changes"> {
  readonly base: string;
  readonly head: string;
}

/** Formats of the comments alone. */
export type ReviewFormat = "markdown" | "json";

/** Subject of an export: a merge request's version, a comparison or a commit. */
export interface ExportSubject
  extends Optional<{
    /** Present where the comments can be exported as text. */
    review: ExportReviewSource;
  }> {
  readonly kind: "Merge request" | "Comparison" | "Commit";
  readonly title: string;
  /** Short name, such as `!12`, `main…topic` or a hash. */
  readonly reference: string;
  readonly project: string;
  /** Web page of the same thing on the service; null where unknown. */
  readonly url: string | null;
  /** Markdown; empty where there is none. */
  readonly description: string;
  readonly details: readonly (readonly [label: string, value: string])[];
  /** Present where the patch can be applied with `git am`. */
  readonly mail: ExportMail | null;
  /** Whether its changes apply to what they were made from; those between two versions do not. */
  readonly patchable: boolean;
  readonly files: readonly ExportFile[];
  /** Hash of a commit, by which those of contents are made. */
  readonly commit: string;
  readonly threads: readonly ExportThread[];
}

export type ExportLayout = "split" | "unified";
export type ExportTheme = "auto" | "light" | "dark";

/** Options of an exported page. */
export interface PageOptions {
  readonly layout: ExportLayout;
  readonly theme: ExportTheme;
  readonly comments: boolean;
  /** Time of the export, as text; null leaves it out, so that two exports are equal. */
  readonly made: string | null;
  /** Zone of the times in it: the reader's own unless it is UTC. */
  readonly zone?: "UTC";
}

/** Files written so far. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

/** A finished export. */
export interface Exported {
  readonly blob: Blob;
  /** Paths of files whose changes are not in it: binary, or left out by the service. */
  readonly omitted: readonly string[];
}
