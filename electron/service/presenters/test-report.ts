import type { ReportedTest } from "../ci/thread/read-reports.ts";
import type { TestSuite } from "../domain/ci/test-reports.ts";

/** Names of the states of tests in responses. */
const statuses = { passed: "success", failed: "failed", error: "error", skipped: "skipped" } as const;

function countsOf(tests: readonly ReportedTest[]) {
  const of = (status: ReportedTest["status"]) => tests.filter((test) => test.status === status).length;
  return {
    total_time: tests.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
    total_count: tests.length,
    success_count: of("passed"),
    failed_count: of("failed"),
    skipped_count: of("skipped"),
    error_count: of("error"),
  };
}

/** Returns the tests of a pipeline's jobs as real services have them. */
export const toTestReport = (suites: readonly TestSuite[]) => ({
  ...countsOf(suites.flatMap(({ tests }) => tests)),
  test_suites: suites.map(({ name, tests, problem }) => ({
    name,
    ...countsOf(tests),
    suite_error: problem,
    test_cases: tests.map(({ name, group, status, file, seconds, output }) => ({
      status: statuses[status],
      name,
      classname: group,
      file,
      execution_time: seconds ?? 0,
      system_output: output || null,
      stack_trace: null,
    })),
  })),
});
