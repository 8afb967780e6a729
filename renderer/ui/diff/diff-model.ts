import type { ReactNode } from "react";
import { type DiffFile, type FileAttributes, reasonWithoutLines } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary, LineRef } from "../../../shared/diff/diff-types.ts";
import type { Optional } from "../../../shared/optional.ts";

export type DiffMode = "unified" | "split";

/** The look of a diff, as its reader chose. */
export interface DiffLook {
  readonly mode: DiffMode;
  readonly onMode: (mode: DiffMode) => void;
  /** Whether long lines are wrapped. */
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
}

/** Pixels of a pane below which two columns of code have no room: it is unified whatever the reader chose. */
export const minSplitPx = 1_000;

/** Something drawn between the lines of a file, below one of them. */
export interface DiffInsert extends LineRef {
  /** Identifies it as long as it exists. */
  readonly key: string;
  /** Its accessible name, such as "Thread on line 12". */
  readonly label: string;
  readonly content: ReactNode;
  /** Whether it stays mounted while it is out of view, as a form with typed text has to. */
  readonly stays?: boolean;
  /** Drawn below the last line of its file, whatever its own line is. */
  readonly atEnd?: boolean;
}

/** A mark in the gutter of a line: by its form, and by words. Equal ones are the same object. */
export interface LineMark {
  /** Of its bar: unbroken, broken, or two thin ones. */
  readonly form: "full" | "broken" | "double";
  /** Meaning, such as "Not covered". */
  readonly label: string;
}

/** Attributes of the files of a diff, as far as they are known. */
export interface DiffAttributes {
  readonly byPath: ReadonlyMap<string, FileAttributes>;
  /** Takes the paths of the files that are shown, and of those near them. */
  readonly onPaths: (paths: readonly string[]) => void;
}

/** Returns whether a file is shown as its header alone unless it is opened, for its attributes. */
export const isFolded = (file: DiffFile, attributes: FileAttributes | undefined): boolean =>
  isGenerated(file, attributes) || isNotText(file, attributes);

/** Returns whether a program wrote a file, as the service says, or else as the attributes do. */
export const isGenerated = (file: DiffFile, attributes: FileAttributes | undefined): boolean =>
  file.generated_file ?? attributes?.generated ?? false;

/** Returns whether a file has a diff though git makes none of it. */
export const isNotText = (file: DiffFile, attributes: FileAttributes | undefined): boolean =>
  attributes?.diff === false && file.diff !== "" && !file.diff.startsWith("Binary files ");

/** Part of a diff that is shown first, once it is read: a file, or a line of one. */
export interface DiffGoal
  extends Optional<{
    line: LineRef;
  }> {
  readonly file: number;
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
