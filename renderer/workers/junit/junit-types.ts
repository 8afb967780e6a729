import type { TestStatus } from "../../../shared/ci/junit/test-result.ts";

/** A test of a report, as lists show it. */
export interface TestRow {
  /** Position in the report. */
  readonly index: number;
  readonly name: string;
  /** Class, module or group of the test; may be empty. */
  readonly group: string;
  readonly status: TestStatus;
  /** Null where the report does not contain it. */
  readonly seconds: number | null;
  /** First line of why it failed or was skipped; may be empty. */
  readonly message: string;
}

/** All that a report has about a test. */
export interface TestDetails extends TestRow {
  readonly suite: string;
  /** Report file that it is from. */
  readonly report: string;
  /** Source file as the report names it. */
  readonly file: string | null;
  readonly line: number | null;
  /** Whole message, and what follows it: mostly a stack trace. */
  readonly fullMessage: string;
  readonly trace: string;
  readonly output: string;
  readonly errors: string;
  /** Whether a text was truncated. */
  readonly isCut: boolean;
}

/** Numbers of a report or of one of its files. */
export interface TestCounts {
  readonly total: number;
  readonly failed: number;
  readonly error: number;
  readonly skipped: number;
  readonly passed: number;
  /** Sum over all tests. */
  readonly seconds: number;
}

/** A file that was read as a report. */
export interface ReportFile extends TestCounts {
  readonly path: string;
  /** Reason why it could not be read, or a defect of it; null where all is well. */
  readonly problem: string | null;
}

/** Summary of a report whose tests stay in the worker. */
export interface TestSummary extends TestCounts {
  readonly files: readonly ReportFile[];
}

/** Filter and order of the listed tests: `report` is failed first, then as in the report. */
export interface TestSelection {
  readonly text: string;
  readonly status: "all" | TestStatus;
  readonly order: "report" | "slowest";
}

/** A file whose bytes may be a report. */
export interface ReportBytes {
  readonly path: string;
  readonly bytes: ArrayBuffer;
}
