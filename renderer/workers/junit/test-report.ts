import { NotAReportError, type ParsedTest, parseJunit } from "../../../shared/ci/junit/parse-junit.ts";
import type { TestStatus } from "../../../shared/ci/junit/test-result.ts";
import type {
  ReportBytes,
  ReportFile,
  TestCounts,
  TestDetails,
  TestRow,
  TestSelection,
  TestSummary,
} from "./junit-types.ts";

type ReportTest = ParsedTest & { readonly report: string };

/** Failed tests are first, passed ones last. */
const rank: Readonly<Record<TestStatus, number>> = { failed: 0, error: 1, skipped: 2, passed: 3 };

/** Returns the tests of JUnit files with the defects of those that are damaged; XML of something else is left out. */
export function openReportTests(files: readonly ReportBytes[]): {
  readonly tests: readonly ParsedTest[];
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
} {
  const tests: ParsedTest[] = [];
  const problems = [];
  for (const { path, bytes } of files) {
    const file = readFile(new Uint8Array(bytes));
    for (const test of file?.tests ?? []) tests.push(test);
    if (file?.problem != null) problems.push({ path, problem: file.problem });
  }
  return { tests, problems };
}

/** The tests of one or more JUnit files. */
export class TestReport {
  readonly summary: TestSummary;
  readonly #tests: readonly ReportTest[];

  constructor(files: readonly ReportBytes[]) {
    const tests: ReportTest[] = [];
    const read: ReportFile[] = [];
    for (const { path, bytes } of files) {
      const file = readFile(new Uint8Array(bytes));
      if (file === null) continue;
      const { tests: found, problem } = file;
      for (const test of found) tests.push({ ...test, report: path });
      read.push({ path, problem, ...countsOf(found) });
    }
    this.#tests = tests;
    this.summary = { files: read, ...countsOf(tests) };
  }

  /** Returns the indexes of the selected tests, in the selection's order. */
  select({ text, status, order }: TestSelection): Uint32Array {
    const wanted = text.trim().toLowerCase();
    const indexes = new Uint32Array(this.#tests.length);
    let count = 0;
    for (const [index, test] of this.#tests.entries()) {
      if (status !== "all" && test.status !== status) continue;
      if (wanted && !`${test.group}\n${test.name}\n${test.suite}`.toLowerCase().includes(wanted)) continue;
      indexes[count++] = index;
    }
    const seconds = (index: number) => this.#tests[index]?.seconds ?? -1;
    const rankOf = (index: number) => rank[this.#tests[index]?.status ?? "passed"];
    return indexes
      .subarray(0, count)
      .sort((a, b) =>
        order === "slowest" ? seconds(b) - seconds(a) || a - b : rankOf(a) - rankOf(b) || a - b,
      );
  }

  rows(order: Uint32Array, from: number, to: number): TestRow[] {
    return Array.from(order.subarray(from, to), (index) => rowOf(this.#get(index), index));
  }

  /** Throws RangeError for a test that is not there. */
  details(index: number): TestDetails {
    const test = this.#get(index);
    const { suite, report, file, line, message, trace, output, errors, isCut } = test;
    return {
      ...rowOf(test, index),
      ...{ suite, report, file, line, trace, output, errors, isCut },
      fullMessage: message,
    };
  }

  /** Returns the first test of a group and name; null where there is none. */
  find(group: string, name: string): TestRow | null {
    const index = this.#tests.findIndex((test) => test.name === name && test.group === group);
    return index < 0 ? null : rowOf(this.#get(index), index);
  }

  /** Returns the test that a list begins with: the first that failed, where one did. Null where there are none. */
  first(): TestRow | null {
    const [index] = this.select({ text: "", status: "all", order: "report" });
    return index === undefined ? null : rowOf(this.#get(index), index);
  }

  #get(index: number): ReportTest {
    const test = this.#tests[index];
    if (!test) throw new RangeError(`There is no test ${index}`);
    return test;
  }
}

const rowOf = (test: ReportTest, index: number): TestRow => {
  const { name, group, status, seconds, message, trace } = test;
  const line = (message || trace).trimStart().split("\n", 1)[0] ?? "";
  return { index, name, group, status, seconds, message: line.slice(0, 500) };
};

/** Returns the tests of a file and its defect, null for one that is XML of something else. */
function readFile(
  bytes: Uint8Array,
): { readonly tests: readonly ParsedTest[]; readonly problem: string | null } | null {
  try {
    return parseJunit(bytes);
  } catch (error) {
    if (error instanceof NotAReportError) return error.isOther ? null : { tests: [], problem: error.message };
    throw error;
  }
}

function countsOf(tests: readonly ParsedTest[]): TestCounts {
  const counts = { total: tests.length, failed: 0, error: 0, skipped: 0, passed: 0, seconds: 0 };
  for (const { status, seconds } of tests) {
    counts[status]++;
    counts.seconds += seconds ?? 0;
  }
  return counts;
}
