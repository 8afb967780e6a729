import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

const count = z.int().default(0);
const counts = {
  total_time: z.number().default(0).describe("seconds"),
  total_count: count,
  success_count: count,
  failed_count: count,
  skipped_count: count,
  error_count: count,
};

const testCase = record({
  status: openEnum("success", "failed", "skipped", "error"),
  name: z.string().default(""),
  classname: z.string().nullish(),
  file: z.string().nullish(),
  execution_time: z.number().nullish().describe("seconds"),
  system_output: z.unknown().describe("why it failed; a text, or an object of an element of the report"),
  stack_trace: z.string().nullish(),
});

const testSuite = record({
  name: z.string().describe("of the job; the copies of `parallel` have one suite"),
  ...counts,
  suite_error: z.string().nullish().describe("why its report could not be read"),
  test_cases: z.array(testCase).default([]),
});

/** The tests of a pipeline, by job. */
export const pipelineTestReport = record({ ...counts, test_suites: z.array(testSuite).default([]) });
export type PipelineTestReport = z.output<typeof pipelineTestReport>;

export const getPipelineTestReport = operation({
  method: "GET",
  path: "/projects/:id/pipelines/:pipeline_id/test_report",
  summary: "Tests of a pipeline's jobs, out of their JUnit reports",
  auth: "token",
  params: { id: idOrPath, pipeline_id: z.int() },
  response: json(pipelineTestReport),
  reads: ["pipelines", "jobs"],
  extension: "service",
});
