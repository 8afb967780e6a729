import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { reportMethods } from "../reports/report-methods.ts";
import { workerScope } from "../worker-scope.ts";
import type { ReportBytes, TestDetails, TestRow, TestSelection, TestSummary } from "./junit-types.ts";
import { TestReport } from "./test-report.ts";

/** Reports that are open, with the tests that were selected last, in their order. */
const reports = new Map<number, { readonly report: TestReport; order: Uint32Array }>();
let last = 0;

function find(id: number): { readonly report: TestReport; order: Uint32Array } {
  const report = reports.get(id);
  if (!report) throw new Error("The report is no longer open");
  return report;
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
  close({ id }: { id: number }): void {
    reports.delete(id);
  },
};

export type JunitMethods = typeof methods;
defineWorker(methods, { endpoint: workerScope });
