import { expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../../shared/api/resources/job-shapes.ts";
import { compareOutcomes, slowerJobs } from "../../../../shared/ci/compare-outcomes.ts";
import { jobOfSuite } from "../../../features/test-reports/job-of-suite.ts";
import type { PipelineTest, TestChange } from "../../../workers/junit/pipeline-test-types.ts";
import { comparisonRows, countsOf } from "./comparison-rows.ts";
import { jobOutcomes } from "./job-outcomes.ts";

const job = (id: number, name: string, status: string, more: Partial<Job> = {}): Job =>
  jobShape.parse({ id, name, status, stage: "test", ...more });
const compare = (before: readonly Job[], after: readonly Job[]) =>
  compareOutcomes(jobOutcomes(before), jobOutcomes(after), { slower: slowerJobs, isSameCommit: false });
const shown = (changes: ReturnType<typeof compare>) =>
  changes.map(({ kind, before, after }) => `${kind} ${before?.job.id ?? "-"} ${after?.job.id ?? "-"}`);

it("compares the latest attempts, and finds those that passed when they were retried", () => {
  const before = [
    job(1, "unit", "success", { duration: 60 }),
    job(2, "lint", "failed"),
    job(3, "docs", "skipped"),
  ];
  const after = [
    job(11, "unit", "failed"),
    job(14, "unit", "success", { duration: 75 }),
    job(12, "lint", "success"),
    job(13, "docs", "manual"),
    job(15, "deploy", "running"),
  ];
  expect(shown(compare(before, after))).toEqual(["flaky 1 14", "slower 1 14", "recovered 2 12"]);
});

it("takes a job for the same one in another stage", () => {
  expect(compare([job(1, "unit", "success")], [job(2, "unit", "success", { stage: "verify" })])).toEqual([]);
});

it("finds the job of a suite, of its copies the one that failed", () => {
  const jobs = [job(1, "unit 1/2", "success"), job(2, "unit 2/2", "failed"), job(3, "lint", "success")];
  expect(jobOfSuite(jobs, "unit")?.id).toBe(2);
  expect(jobOfSuite(jobs, "lint")?.id).toBe(3);
  expect(jobOfSuite(jobs, "gone")).toBeNull();
});

const test = (name: string): PipelineTest => ({
  key: name,
  job: "unit",
  group: "beam",
  name,
  result: "failed",
  status: "failed",
  isFlaky: false,
  seconds: 1,
  message: "",
  jobId: null,
});
const failing = (name: string): TestChange => ({ kind: "newly_failing", before: null, after: test(name) });

it("has a section for jobs and one for tests, which a text and a kind filter", () => {
  const jobs = compare([job(1, "unit", "success")], [job(2, "unit", "failed")]);
  const none = { newly_failing: 0, still_failing: 0, flaky: 0, recovered: 0, slower: 0, added: 0, gone: 0 };
  const tests = { counts: { ...none, newly_failing: 7 }, changes: [failing("dims"), failing("turns")] };
  const rows = (text: string, kind: "newly_failing" | "gone" | null = null) =>
    comparisonRows({ jobs, tests }, { text, kind }).map((row) =>
      row.row === "head" ? `${row.subject} ${row.listed}/${row.count}` : row.key,
    );
  expect(rows("")).toEqual([
    "jobs 1/1",
    "job newly_failing unit",
    "tests 2/7",
    "test newly_failing dims",
    "test newly_failing turns",
  ]);
  expect(rows("DIM")).toEqual(["tests 1/7", "test newly_failing dims"]);
  expect(rows("", "gone")).toEqual([]);
  expect(countsOf({ jobs, tests }).newly_failing).toBe(8);
});
