import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerLimits } from "../../../shared/ci/test-ledger-limits.ts";
import type { TestSource } from "./pipeline-test-types.ts";
import { compareTests, maxListedChanges, PipelineTests } from "./pipeline-tests.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;
const files = (
  job: string,
  cases: string,
  more: { jobId?: number; isEarlier?: boolean } = {},
): TestSource => ({
  kind: "files",
  job,
  jobId: more.jobId ?? 1,
  isEarlier: more.isEarlier ?? false,
  files: [{ path: "junit.xml", bytes: bytesOf(`<testsuite>${cases}</testsuite>`) }],
});
const passed = (name: string, time = "1") => `<testcase classname="beam" name="${name}" time="${time}"/>`;
const failed = (name: string, text = "at lamp.ts:3") =>
  `<testcase classname="beam" name="${name}" time="1"><failure message="bright">${text}</failure></testcase>`;
const report = (suites: object[]): TestSource => ({
  kind: "report",
  bytes: bytesOf(JSON.stringify({ test_suites: suites })),
});
const results = (tests: PipelineTests) =>
  Object.fromEntries(
    tests.outcomes().map(({ name, result, isFlaky }) => [name, isFlaky ? `${result}, flaky` : result]),
  );
const kinds = (before: readonly TestSource[], after: readonly TestSource[], isSameCommit = false) =>
  compareTests(new PipelineTests(before), new PipelineTests(after), isSameCommit).changes.map(
    (change) => `${change.kind} ${(change.after ?? change.before)?.name}`,
  );

describe("the tests of a pipeline", () => {
  it("are read from a service's report, whatever it has of a failure", () => {
    const tests = new PipelineTests([
      report([
        {
          name: "unit",
          suite_error: "broken",
          test_cases: [
            { status: "success", name: "turns", classname: "beam", execution_time: 2 },
            { status: "failed", name: "dims", classname: "beam", system_output: "bright\nat lamp.ts:3" },
            { status: "error", name: "rusts", system_output: { message: "gone" } },
            { status: "skipped", name: "warms" },
            { status: "of a later version", name: "odd" },
          ],
        },
      ]),
    ]);
    expect(results(tests)).toEqual({
      turns: "passed",
      dims: "failed",
      rusts: "error",
      warms: "skipped",
      odd: "skipped",
    });
    expect(tests.problems).toEqual(["unit: broken"]);
    const odd = [
      7,
      null,
      { name: 3, test_cases: [4, { name: null, status: 1 }] },
      { name: "x", test_cases: "y" },
    ];
    expect(results(new PipelineTests([report(odd as object[])]))).toEqual({ "": "skipped" });
    expect(new PipelineTests([{ kind: "report", bytes: bytesOf('{"test_suites": 7}') }]).total).toBe(0);
    const [first, second] = tests.forLedger();
    expect(first).toMatchObject({ name: "dims", results: ["f"], lines: "bright\nat lamp.ts:3", jobId: null });
    expect(second?.lines).toContain('"message": "gone"');
  });

  it("are flaky where an attempt that a retry replaced ended differently", () => {
    const tests = new PipelineTests([
      files("unit", failed("dims") + failed("rusts"), { jobId: 1, isEarlier: true }),
      files("unit", passed("dims") + failed("rusts"), { jobId: 2 }),
    ]);
    expect(results(tests)).toEqual({ dims: "passed, flaky", rusts: "failed" });
    expect(tests.forLedger().find(({ name }) => name === "dims")).toMatchObject({ results: ["f", "p"] });
  });

  it("are flaky where their runner repeated them, and not where copies of a job have one name", () => {
    const flaky = `<testcase classname="beam" name="dims"><flakyFailure message="bright"/></testcase>`;
    expect(results(new PipelineTests([files("unit", flaky)]))).toEqual({ dims: "passed, flaky" });
    const copies = [
      files("unit 1/2", failed("dims"), { jobId: 1 }),
      files("unit 2/2", passed("dims"), { jobId: 2 }),
    ];
    expect(results(new PipelineTests(copies))).toEqual({ dims: "failed" });
  });

  it("have the end of a long failure, within bounds", () => {
    const long = Array.from({ length: 500 }, (_, line) => `line ${line} ${"x".repeat(300)}`).join("\n");
    const [test] = new PipelineTests([files("u".repeat(900), failed("n".repeat(900), long))]).forLedger();
    expect(test?.lines).toMatch(/^bright\n…\n.*line 499 x+$/s);
    expect(test?.lines.length).toBeLessThanOrEqual(ledgerLimits.text);
    expect([test?.job.length, test?.name.length]).toEqual([ledgerLimits.name, ledgerLimits.name]);
  });
});

describe("a comparison of tests", () => {
  it("finds what changed, by job", () => {
    const before = [files("unit", passed("turns") + failed("dims") + passed("gone") + passed("slow"))];
    const after = [files("unit", failed("turns") + passed("dims") + passed("new") + passed("slow", "3"))];
    expect(kinds(before, after)).toEqual([
      "newly_failing turns",
      "recovered dims",
      "slower slow",
      "added new",
      "gone gone",
    ]);
    expect(kinds(before, [files("other", passed("turns"))])).toContain("added turns");
    expect(kinds([files("unit", passed("turns"))], [files("unit", failed("turns"))], true)).toEqual([
      "newly_failing turns",
      "flaky turns",
    ]);
  });

  it("counts all and lists the first of many", () => {
    const many = Array.from({ length: maxListedChanges + 7 }, (_, index) => passed(`t${index}`)).join("");
    const { counts, changes } = compareTests(
      new PipelineTests([]),
      new PipelineTests([files("unit", many)]),
      false,
    );
    expect(counts.added).toBe(maxListedChanges + 7);
    expect(changes).toHaveLength(maxListedChanges);
  });

  it("is the same the other way around with the pipelines swapped", () => {
    const names = ["a", "b", "c", "d"];
    const cases = fc.array(fc.record({ name: fc.constantFrom(...names), isFailed: fc.boolean() }), {
      maxLength: 6,
    });
    const toFiles = (list: readonly { name: string; isFailed: boolean }[]) => [
      files("unit", list.map(({ name, isFailed }) => (isFailed ? failed(name) : passed(name))).join("")),
    ];
    const of = (found: readonly string[], kind: string) =>
      found
        .filter((each) => each.startsWith(`${kind} `))
        .map((each) => each.slice(kind.length + 1))
        .toSorted();
    fc.assert(
      fc.property(cases, cases, (a, b) => {
        const there = kinds(toFiles(a), toFiles(b));
        const back = kinds(toFiles(b), toFiles(a));
        expect(of(there, "added")).toEqual(of(back, "gone"));
        expect(of(there, "newly_failing")).toEqual(of(back, "recovered"));
        expect(of(there, "still_failing")).toEqual(of(back, "still_failing"));
      }),
    );
  });
});
