import { appendFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { retryJob } from "../../../shared/api/resources/jobs.ts";
import {
  getPipelineTestReport,
  type PipelineTestReport,
} from "../../../shared/api/resources/pipeline-test-reports.ts";
import { gunzipMembers } from "../ci/archives/gzip-members.ts";
import { junitPath, makeJobFolder } from "../ci/job-files.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const suite = (...cases: string[]) => `<testsuite name="s">${cases.join("")}</testsuite>`;
const passed = (name: string, time = "0.5") => `<testcase classname="beam" name="${name}" time="${time}"/>`;
const failed = (name: string) =>
  `<testcase classname="beam" name="${name}" file="lamp.ts" time="1"><failure message="too bright">at lamp.ts:3</failure></testcase>`;

describe("the test report of a pipeline", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf, until } = ci;
  const read = async (pipeline_id: number) => {
    const response = await service.operate(getPipelineTestReport, { id: ci.project.id, pipeline_id });
    return response.body as PipelineTestReport;
  };
  const reports = "artifacts: { reports: { junit: [r/*.xml] } }";

  it("has the tests of each job, of all of its reports, and of the copies of parallel together", async () => {
    const files = {
      "a.xml": suite(passed("turns"), failed("dims")),
      "b.xml": suite(passed("warms")),
      "c.xml": suite(passed("copy")),
    };
    const config = `
unit: { script: [mkdir r, cp a.xml b.xml r, exit 1], ${reports} }
copies: { parallel: 2, script: [mkdir r, cp c.xml r], ${reports} }
lint: { script: "true" }
`;
    await commit(config, files);
    const id = idOf(await create());
    await until(id, "failed");
    const report = await read(id);
    expect(report).toMatchObject({ total_count: 5, success_count: 4, failed_count: 1, error_count: 0 });
    const [copies, unit] = report.test_suites.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(copies).toMatchObject({ name: "copies", total_count: 2, suite_error: null });
    expect(unit).toMatchObject({ name: "unit", total_count: 3, total_time: 2 });
    expect(unit?.test_cases.find(({ name }) => name === "dims")).toEqual({
      status: "failed",
      name: "dims",
      classname: "beam",
      file: "lamp.ts",
      execution_time: 1,
      system_output: "too bright\nat lamp.ts:3",
      stack_trace: null,
    });
  });

  it("has the latest attempt of a job alone, and none where no job has a report", async () => {
    await commit(`unit: { script: [mkdir r, cp a.xml r, exit 1], ${reports} }`, {
      "a.xml": suite(failed("dims")),
    });
    const id = idOf(await create());
    await until(id, "failed");
    const [job] = await jobsOf(id);
    await service.operate(retryJob, { id: ci.project.id, job_id: job?.id ?? 0 }, { as: "developer" });
    await until(id, "failed");
    expect((await read(id)).total_count).toBe(1);
    await commit('unit: { script: "true" }');
    const plain = idOf(await create());
    await until(plain, "success");
    expect(await read(plain)).toMatchObject({ total_count: 0, test_suites: [] });
  });

  it("says what is wrong with a report, and hides those that the caller may not read", async () => {
    const closed = "artifacts: { access: none, reports: { junit: [r/*.xml] } }";
    await commit(`unit: { script: "true" }\nclosed: { script: [mkdir r, cp a.xml r], ${closed} }`, {
      "a.xml": suite(passed("turns")),
    });
    const id = idOf(await create());
    await until(id, "success");
    const unit = (await jobsOf(id)).find(({ name }) => name === "unit")?.id ?? 0;
    const target = junitPath(service.store, unit);
    makeJobFolder(service.store, unit);
    const write = (text: string) => writeFileSync(target, gzipSync(text));
    write('<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>');
    expect((await read(id)).test_suites).toMatchObject([
      { name: "unit", total_count: 0, suite_error: expect.stringContaining("document type") },
    ]);
    write(suite(passed("turns")));
    appendFileSync(target, "no gzip");
    expect((await read(id)).test_suites).toMatchObject([
      { name: "unit", suite_error: expect.stringContaining("could not be read") },
    ]);
    write(suite(passed("x".repeat(10))).padEnd(120 * 1024 * 1024, " "));
    expect((await read(id)).test_suites[0]?.suite_error).toContain("could not be read");
  });
});

it("unpacks the members of a file with and without names in their heads", () => {
  const plain = gzipSync("one");
  const named = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 4 | 8 | 16 | 2, 0, 0, 0, 0, 0, 3]),
    Buffer.from([2, 0, 9, 9]),
    Buffer.from("a.xml\0a comment\0"),
    Buffer.from([1, 2]),
    gzipSync("two").subarray(10),
  ]);
  const texts = (bytes: Buffer) => gunzipMembers(bytes, 100).map((each) => Buffer.from(each).toString());
  expect(texts(Buffer.concat([plain, named, gzipSync("")]))).toEqual(["one", "two", ""]);
  expect(texts(Buffer.alloc(0))).toEqual([]);
  expect(() => texts(plain.subarray(0, 12))).toThrow();
  expect(() => gunzipMembers(gzipSync("x".repeat(101)), 100)).toThrow();
  expect(() => gunzipMembers(Buffer.concat([gzipSync("x".repeat(100)), plain]), 100)).toThrow(
    "more than 100",
  );
});
