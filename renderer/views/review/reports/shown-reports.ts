import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import type { ChangeReports } from "../../../features/reports/use-reports.ts";
import type { DiffInsert, LineMark } from "../../../ui/diff/diff-model.ts";
import type { ChangedCoverage } from "./coverage-text.ts";

/** Coverage and findings of a change, as its diff shows them. */
export interface ShownReports {
  readonly reports: ChangeReports | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly lineMarks: ReadonlyMap<number, ReadonlyMap<number, LineMark>>;
  /** Cards of new findings below their lines. */
  readonly inserts: readonly DiffInsert[];
  /** By file. */
  readonly coverage: ReadonlyMap<number, ChangedCoverage>;
  /** Changed lines that are not covered, or partly, from top to bottom of each file. */
  readonly uncovered: readonly LineRef[];
}

/** Props of the button of the reports, and of its panel. */
export interface ReportsButtonProps {
  readonly shown: ShownReports;
  readonly files: readonly DiffFile[];
  readonly head: string;
  readonly onShow: (line: LineRef) => void;
}

/** Reports that are not wanted, or not read yet. */
export const noReports: ShownReports = {
  reports: undefined,
  isPending: false,
  error: null,
  refetch: () => {},
  lineMarks: new Map(),
  inserts: [],
  coverage: new Map(),
  uncovered: [],
};
