import type { ChangeKind, Outcome, OutcomeChange } from "../../../shared/ci/compare-outcomes.ts";
import type { TestStatus } from "../../../shared/ci/junit/test-result.ts";
import type { ReportBytes } from "./junit-types.ts";

/** The test report of a pipeline, as the service responds with it. */
export interface ReportSource {
  readonly kind: "report";
  readonly bytes: ArrayBuffer;
}

/** Tests of a pipeline: the service's report of it, or files out of the archive of one of its jobs. */
export type TestSource =
  | ReportSource
  | {
      readonly kind: "files";
      readonly job: string;
      readonly jobId: number;
      /** Whether a retry replaced the job. */
      readonly isEarlier: boolean;
      readonly files: readonly ReportBytes[];
    };

/** A test of a pipeline. */
export interface PipelineTest extends Outcome {
  /** Name of its job; the copies of `parallel` have one. */
  readonly job: string;
  readonly group: string;
  readonly name: string;
  readonly result: TestStatus;
  /** First line of why it did not pass. */
  readonly message: string;
  /** Null where the report does not say which of the jobs of that name it is. */
  readonly jobId: number | null;
}

export type TestChange = OutcomeChange<PipelineTest>;

export interface TestComparison {
  /** Changes by kind, of which not all may be listed. */
  readonly counts: Readonly<Record<ChangeKind, number>>;
  readonly changes: readonly TestChange[];
}

/** Numbers of the tests of a pipeline, which stay in the worker. */
export interface PipelineTestSummary {
  readonly total: number;
  readonly problems: readonly string[];
}
