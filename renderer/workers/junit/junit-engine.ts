import type { LedgerTest } from "../../../shared/host/test-ledger.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { JunitMethods } from "./junit.worker.ts";
import type { ReportBytes, TestDetails, TestRow, TestSelection, TestSummary } from "./junit-types.ts";
import type { PipelineTestSummary, TestComparison, TestSource } from "./pipeline-test-types.ts";

const worker = createWorkerClient<JunitMethods>(
  () => new Worker(new URL("./junit.worker.ts", import.meta.url), { type: "module", name: "junit" }),
);

/** A report whose tests are in the worker. */
export interface OpenReport extends TestSummary {
  /** Chooses tests and their order for `readRows`; resolves with how many. */
  select(selection: TestSelection): Promise<number>;
  /** Chosen tests `from` to `to` (exclusive), from 0. */
  readRows(from: number, to: number): Promise<readonly TestRow[]>;
  details(index: number): Promise<TestDetails>;
  /** Resolves with the first test of a group and name; null where there is none. */
  find(group: string, name: string): Promise<TestRow | null>;
  /** Resolves with the first test that failed, else the first one; null where there are none. */
  first(): Promise<TestRow | null>;
  close(): void;
}

/** Opens a report in the worker; the bytes of its files are transferred. */
export async function openReport(files: readonly ReportBytes[]): Promise<OpenReport> {
  const { id, ...summary } = await worker.call(
    "open",
    { files },
    { transfer: files.map(({ bytes }) => bytes) },
  );
  return {
    ...summary,
    select: (selection) => worker.call("select", { id, selection }),
    readRows: (from, to) => worker.call("rows", { id, from, to }),
    details: (index) => worker.call("details", { id, index }),
    find: (group, name) => worker.call("find", { id, group, name }),
    first: () => worker.call("first", { id }),
    close: () => void worker.call("close", { id }),
  };
}

/** Returns one test of a report's file, whose bytes are transferred; null where it has no such test. */
export const findTest = (
  file: ReportBytes,
  test: { readonly group: string; readonly name: string },
  signal: AbortSignal,
): Promise<TestRow | null> =>
  worker.call("lookUp", { file, group: test.group, name: test.name }, { transfer: [file.bytes], signal });

/** The tests of a pipeline, in the worker. */
export interface OpenPipelineTests extends PipelineTestSummary {
  /** Compares an earlier pipeline with this one. */
  compareWith(before: OpenPipelineTests, isSameCommit: boolean): Promise<TestComparison>;
  readonly id: number;
  close(): void;
}

const buffersOf = (sources: readonly TestSource[]): ArrayBuffer[] =>
  sources.flatMap((source) =>
    source.kind === "report" ? [source.bytes] : source.files.map(({ bytes }) => bytes),
  );

/** Opens the tests of a pipeline in the worker; the bytes of the sources are transferred. */
export async function openPipelineTests(sources: readonly TestSource[]): Promise<OpenPipelineTests> {
  const opened = await worker.call("openPipeline", { sources }, { transfer: buffersOf(sources) });
  return {
    ...opened,
    compareWith: (before, isSameCommit) =>
      worker.call("compare", { before: before.id, after: opened.id, isSameCommit }),
    close: () => void worker.call("close", { id: opened.id }),
  };
}

/** Returns the tests of a pipeline as the ledger stores them; the bytes of the sources are transferred. */
export const testsForLedger = (sources: readonly TestSource[], signal: AbortSignal): Promise<LedgerTest[]> =>
  worker.call("forLedger", { sources }, { transfer: buffersOf(sources), signal });
