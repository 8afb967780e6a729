import type { ReactNode } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef } from "../../../shared/diff/diff-types.ts";
import { reasonWithoutLines } from "../../../shared/diff/empty-diff.ts";

export type DiffMode = "unified" | "split";

/** Something drawn between the lines of a file, below one of them. */
export interface DiffInsert extends LineRef {
  /** Identifies it as long as it exists. */
  readonly key: string;
  /** Its accessible name, such as "Thread on line 12". */
  readonly label: string;
  readonly content: ReactNode;
  /** Whether it stays mounted while it is out of view, as a form with typed text has to. */
  readonly stays?: boolean;
}

/** Part of a diff that is shown first, once it is read: a file, or a line of one. */
export interface DiffGoal {
  readonly file: number;
  readonly line?: LineRef;
}

/** Line numbers of a row; both where the line is on both sides. */
export interface PickedLine {
  readonly oldLine: number | null;
  readonly newLine: number | null;
}

/** Lines that the reader selected, first and last; both the same for a single one. */
export interface LinePick {
  readonly file: number;
  readonly first: PickedLine;
  readonly last: PickedLine;
}

/** Returns the side and number that identify a line: the new one where it has one. */
export const lineRef = (file: number, { oldLine, newLine }: PickedLine): LineRef =>
  newLine === null ? { file, side: "old", line: oldLine ?? 1 } : { file, side: "new", line: newLine };

/** Returns whether a file's lines were omitted because there are too many, and were not requested since. */
export const isOmitted = ({ too_large, collapsed }: DiffFile, summary: DiffSummary | undefined): boolean =>
  (too_large === true || collapsed === true) && (summary?.unifiedRows ?? 0) === 0;

/** Returns why a file has no lines to show; null where it has some. */
export function bodyNote(file: DiffFile, summary: DiffSummary | undefined): string | null {
  if (!file.too_large && (!summary || summary.unifiedRows > 0)) return null;
  return reasonWithoutLines(file);
}
