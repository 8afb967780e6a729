import type { LedgerTest } from "../../../shared/host/test-ledger.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { reportMethods } from "../reports/report-methods.ts";
import { workerScope } from "../worker-scope.ts";
import type { ReportBytes, TestDetails, TestRow, TestSelection, TestSummary } from "./junit-types.ts";
import type { PipelineTestSummary, TestComparison, TestSource } from "./pipeline-test-types.ts";
import { compareTests, PipelineTests } from "./pipeline-tests.ts";
import { TestReport } from "./test-report.ts";

/** Reports that are open, with the tests that were selected last, in their order. */
const reports = new Map<number, { readonly report: TestReport; order: Uint32Array }>();
/** Tests of pipelines that are open. */
const pipelines = new Map<number, PipelineTests>();
let last = 0;

function find(id: number): { readonly report: TestReport; order: Uint32Array } {
  const report = reports.get(id);
  if (!report) throw new Error("The report is no longer open");
  return report;
}

function findPipeline(id: number): PipelineTests {
  const tests = pipelines.get(id);
  if (!tests) throw new Error("The tests of the pipeline are no longer open");
  return tests;
}

const methods = {
  ...reportMethods,
  /** Parses the files of a report and stores their tests until `close`. */
  open({ files }: { files: readonly ReportBytes[] }): TestSummary & { id: number } {
    const report = new TestReport(files);
    const id = ++last;
    reports.set(id, { report, order: new Uint32Array() });
    return { id, ...report.summary };
  },
  /** Chooses tests and their order for `rows`; returns how many. */
  select({ id, selection }: { id: number; selection: TestSelection }): number {
    const open = find(id);
    open.order = open.report.select(selection);
    return open.order.length;
  },
  rows({ id, from, to }: { id: number; from: number; to: number }): TestRow[] {
    const { report, order } = find(id);
    return report.rows(order, from, to);
  },
  details({ id, index }: { id: number; index: number }): TestDetails {
    return find(id).report.details(index);
  },
  /** Looks a test up in an open report. */
  find({ id, group, name }: { id: number; group: string; name: string }): TestRow | null {
    return find(id).report.find(group, name);
  },
  first: ({ id }: { id: number }): TestRow | null => find(id).report.first(),
  /** Looks one test up in a file without storing it. */
  lookUp({ file, group, name }: { file: ReportBytes; group: string; name: string }): TestRow | null {
    return new TestReport([file]).find(group, name);
  },
  /** Reads the tests of a pipeline and stores them until `close`. */
  openPipeline({ sources }: { sources: readonly TestSource[] }): PipelineTestSummary & { id: number } {
    const tests = new PipelineTests(sources);
    const id = ++last;
    pipelines.set(id, tests);
    return { id, total: tests.total, problems: tests.problems.slice(0, 20) };
  },
  compare(input: { before: number; after: number; isSameCommit: boolean }): TestComparison {
    return compareTests(findPipeline(input.before), findPipeline(input.after), input.isSameCommit);
  },
  /** Returns the tests of a pipeline as the ledger stores them, without storing them here. */
  forLedger: ({ sources }: { sources: readonly TestSource[] }): LedgerTest[] =>
    new PipelineTests(sources).forLedger(),
  close({ id }: { id: number }): void {
    reports.delete(id);
    pipelines.delete(id);
  },
};

export type JunitMethods = typeof methods;
defineWorker(methods, { endpoint: workerScope });
