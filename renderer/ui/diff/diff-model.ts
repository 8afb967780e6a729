import type { ReactNode } from "react";
import { type DiffFile, modeChange } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef } from "../../../shared/diff/diff-types.ts";

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
  if (file.too_large) return "The service left this diff out because it is too large.";
  if (!summary || summary.unifiedRows > 0) return null;
  if (/^Binary files .* differ/m.test(file.diff)) {
    return file.new_file
      ? "New binary file."
      : file.deleted_file
        ? "Binary file deleted."
        : "Binary file changed.";
  }
  if (file.renamed_file) return "Renamed without changes.";
  if (modeChange(file)) return "File mode changed.";
  if (file.new_file) return "New file that is empty or binary.";
  if (file.deleted_file) return "The deleted file was empty or binary.";
  if (file.collapsed) return "The service left this diff out.";
  return "No lines to show: the file is binary, or its diff is too large.";
}
