import type { PipelineTestReport } from "../../../shared/api/resources/pipeline-test-reports.ts";
import {
  type ChangeKind,
  changeKinds,
  compareOutcomes,
  type Outcome,
  slowerTests,
} from "../../../shared/ci/compare-outcomes.ts";
import { suiteOf } from "../../../shared/ci/junit/suite-name.ts";
import type { TestStatus } from "../../../shared/ci/junit/test-result.ts";
import { ledgerLimits } from "../../../shared/ci/test-ledger-limits.ts";
import type { LedgerTest, TestResult } from "../../../shared/host/test-ledger.ts";
import type { PipelineTest, ReportSource, TestComparison, TestSource } from "./pipeline-test-types.ts";
import { openReportTests } from "./test-report.ts";

/** A test while the reports of its pipeline are read. */
interface KnownTest {
  readonly key: string;
  readonly job: string;
  readonly group: string;
  readonly name: string;
  /** Results by attempt, oldest first; of several in one attempt the worst. */
  readonly attempts: Map<string, TestResult>;
  seconds: number | null;
  message: string;
  lines: string;
  jobId: number | null;
}

/** A test as one report has it. */
interface ReadTest {
  readonly group: string;
  readonly name: string;
  readonly status: TestStatus;
  readonly seconds: number | null;
  /** Reason why it did not pass. */
  readonly text: string;
  /** Whether it passed only when it was run again. */
  readonly isRerun: boolean;
}

const letters: Readonly<Record<TestStatus, TestResult>> = {
  passed: "p",
  failed: "f",
  error: "e",
  skipped: "s",
};
const words: Readonly<Record<TestResult, TestStatus>> = {
  p: "passed",
  f: "failed",
  e: "error",
  s: "skipped",
};
/** From the best result to the worst. */
const order: readonly TestResult[] = ["s", "p", "f", "e"];
const isFailure = (result: TestResult): boolean => result === "f" || result === "e";

/** Statuses of tests in the reports of services. */
const reported: Readonly<Record<string, TestStatus>> = {
  success: "passed",
  failed: "failed",
  error: "error",
  skipped: "skipped",
};

/** Tests of a pipeline that are read at most, and changes of one kind that are listed. */
const maxTests = 500_000;
export const maxListedChanges = 5_000;

/** Characters of a pipeline in the ledger: as JSON they are sent at once. */
const maxLedgerText = 7_000_000;

type ReportedCase = PipelineTestReport["test_suites"][number]["test_cases"][number];
/** A value of JSON of which only some fields are what they should be. */
type Loose<T> = { readonly [N in keyof T]?: unknown };

const plainText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the objects of a list; none of any other value. */
const listOf = <T extends object>(value: unknown): Loose<T>[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];

/** Name of the attempt that counts. */
const latest = "latest";

/** The tests of a pipeline's jobs, out of the reports of a service or the files of the jobs' archives. */
export class PipelineTests {
  /** Defects of reports. */
  readonly problems: string[] = [];
  readonly #tests = new Map<string, KnownTest>();

  /** Attempts that a retry replaced come first among the sources, oldest first. */
  constructor(sources: readonly TestSource[]) {
    for (const source of sources) {
      if (source.kind === "report") this.#addReport(source);
      else this.#addFiles(source);
    }
  }

  get total(): number {
    return this.#tests.size;
  }

  #addReport({ bytes }: ReportSource): void {
    // The host has checked that it is a report, not every value in it.
    const report: Loose<PipelineTestReport> = JSON.parse(new TextDecoder().decode(bytes));
    for (const suite of listOf<PipelineTestReport["test_suites"][number]>(report.test_suites)) {
      const job = plainText(suite.name);
      if (suite.suite_error) this.problems.push(`${job}: ${plainText(suite.suite_error)}`);
      for (const test of listOf<ReportedCase>(suite.test_cases)) {
        const status = reported[plainText(test.status)] ?? "skipped";
        this.#add(job, null, latest, {
          group: plainText(test.classname),
          name: plainText(test.name),
          status,
          seconds: typeof test.execution_time === "number" ? test.execution_time : null,
          text: status === "passed" ? "" : textOf(test.system_output),
          isRerun: false,
        });
      }
    }
  }

  #addFiles(source: Exclude<TestSource, ReportSource>): void {
    const { tests, problems } = openReportTests(source.files);
    for (const { path, problem } of problems) this.problems.push(`${source.job}: ${path}: ${problem}`);
    const attempt = source.isEarlier ? String(source.jobId) : latest;
    for (const test of tests) {
      const text = [test.message, test.trace.trim()].filter(Boolean).join("\n");
      this.#add(suiteOf(source.job), source.jobId, attempt, { ...test, text });
    }
  }

  #add(job: string, jobId: number | null, attempt: string, test: ReadTest): void {
    const { group, name, status, seconds, text, isRerun } = test;
    const key = `${job}\n${group}\n${name}`;
    let known = this.#tests.get(key);
    if (!known) {
      if (this.#tests.size >= maxTests) return;
      known = { key, job, group, name, attempts: new Map(), seconds: null, message: "", lines: "", jobId };
      this.#tests.set(key, known);
    }
    if (isRerun) known.attempts.set(`${attempt} rerun`, "f");
    const before = known.attempts.get(attempt);
    const result = letters[status];
    if (before === undefined || order.indexOf(result) > order.indexOf(before)) {
      known.attempts.set(attempt, result);
      if (isFailure(result) || attempt === latest) {
        known.message = firstLine(text);
        known.jobId = jobId;
      }
      if (isFailure(result)) known.lines = lastLines(text);
    }
    if (attempt === latest || known.seconds === null) known.seconds = seconds;
  }

  /** Returns the tests with their result in the latest attempt of their job. */
  outcomes(): PipelineTest[] {
    return Array.from(this.#tests.values(), ({ attempts, lines: _, ...test }) => {
      const results = [...attempts.values()];
      const result = attempts.get(latest) ?? results.at(-1) ?? "s";
      return {
        ...test,
        result: words[result],
        status: result === "s" ? "none" : isFailure(result) ? "failed" : "passed",
        isFlaky: results.some(isFailure) && results.includes("p"),
      };
    });
  }

  /** Returns the tests as the ledger stores them, those that failed first, where there are too many for it. */
  forLedger(): LedgerTest[] {
    const known = [...this.#tests.values()];
    const hasFailed = ({ attempts }: KnownTest) => [...attempts.values()].some(isFailure);
    const byFailure = Map.groupBy(known, hasFailed);
    const tests: LedgerTest[] = [];
    let left = maxLedgerText;
    for (const test of [...(byFailure.get(true) ?? []), ...(byFailure.get(false) ?? [])]) {
      const job = test.job.slice(0, ledgerLimits.name);
      const group = test.group.slice(0, ledgerLimits.name);
      const name = test.name.slice(0, ledgerLimits.name);
      left -= job.length + group.length + name.length;
      if (left < 0 || tests.length >= ledgerLimits.tests) break;
      const lines = test.lines.slice(0, left);
      left -= lines.length;
      const results = [...test.attempts.values()].slice(-ledgerLimits.attempts);
      tests.push({ job, group, name, results, lines, jobId: test.jobId });
    }
    return tests;
  }
}

/** Compares the tests of two pipelines. Of too many changes of one kind the first are listed. */
export function compareTests(
  before: PipelineTests,
  after: PipelineTests,
  isSameCommit: boolean,
): TestComparison {
  const changes = compareOutcomes<PipelineTest & Outcome>(before.outcomes(), after.outcomes(), {
    slower: slowerTests,
    isSameCommit,
  });
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const counts = Object.fromEntries(changeKinds.map((kind) => [kind, byKind.get(kind)?.length ?? 0]));
  return {
    counts: counts as Record<ChangeKind, number>,
    changes: changeKinds.flatMap((kind) => (byKind.get(kind) ?? []).slice(0, maxListedChanges)),
  };
}

/** Returns what a service has of a failure, which is a text or an object of the report's element. */
function textOf(output: unknown): string {
  if (output === null || output === undefined) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 1);
}

const firstLine = (text: string): string => text.trimStart().split("\n", 1)[0]?.slice(0, 500) ?? "";

/** Returns the first line of a failure and its last ones. */
function lastLines(text: string): string {
  const lines = text.trim().split("\n");
  const shown =
    lines.length <= ledgerLimits.lines
      ? lines
      : [lines[0] ?? "", "…", ...lines.slice(2 - ledgerLimits.lines)];
  const line = Math.floor(ledgerLimits.text / ledgerLimits.lines) - 1;
  return shown.map((each) => each.slice(0, line)).join("\n");
}
