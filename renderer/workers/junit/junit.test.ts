import { describe, expect, test } from "vitest";
import { NotAReportError, parseJunit } from "../../../shared/ci/junit/parse-junit.ts";
import type { TestSelection } from "./junit-types.ts";
import { TestReport } from "./test-report.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseJunit(encode(text));
const fileOf = (path: string, text: string) => ({ path, bytes: encode(text).buffer as ArrayBuffer });
const all: TestSelection = { text: "", status: "all", order: "report" };

const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="beam" tests="4">
    <testcase classname="beam.Lamp" name="turns" time="0.25" file="test/lamp.test.ts" line="12"/>
    <testcase classname="beam.Lamp" name="dims &amp; &#x2014; dawn" time="1,001.5">
      <failure message="expected 4&#10;to be 5" type="AssertionError"><![CDATA[at test/lamp.test.ts:14:3]]></failure>
      <system-out>turning &lt;slowly&gt;</system-out>
      <system-err>fog</system-err>
    </testcase>
    <testcase classname="beam.Lamp" name="rusts"><skipped message="in winter"/></testcase>
    <testsuite name="inner"><testcase name="breaks" time="x"><error>no message</error></testcase></testsuite>
  </testsuite>
</testsuites>`;

describe("a JUnit report", () => {
  test("has its tests with the report's details", () => {
    const { tests, problem } = parse(report);
    expect(problem).toBeNull();
    expect(tests).toMatchObject([
      {
        name: "turns",
        group: "beam.Lamp",
        status: "passed",
        seconds: 0.25,
        file: "test/lamp.test.ts",
        line: 12,
      },
      {
        name: "dims & — dawn",
        status: "failed",
        seconds: 1001.5,
        message: "AssertionError: expected 4\nto be 5",
        trace: "at test/lamp.test.ts:14:3",
        output: "turning <slowly>",
        errors: "fog",
      },
      { name: "rusts", status: "skipped", seconds: null, message: "in winter" },
      { name: "breaks", suite: "inner", status: "error", seconds: null, message: "", trace: "no message" },
    ]);
  });

  test("lists failed tests first, or the slowest, or those with a text", () => {
    const read = new TestReport([
      fileOf("a.xml", report),
      fileOf("b.xml", "<testsuite><testcase name='z'/></testsuite>"),
    ]);
    const names = (selection: Partial<TestSelection>) => {
      const order = read.select({ ...all, ...selection });
      return read.rows(order, 0, 10).map(({ name }) => name);
    };
    expect(names({})).toEqual(["dims & — dawn", "breaks", "rusts", "turns", "z"]);
    expect(names({ order: "slowest" })).toEqual(["dims & — dawn", "turns", "rusts", "breaks", "z"]);
    expect(names({ text: "LAMP", status: "passed" })).toEqual(["turns"]);
    expect(read.summary).toMatchObject({
      total: 5,
      failed: 1,
      error: 1,
      skipped: 1,
      passed: 2,
      seconds: 1001.75,
    });
    expect(read.summary.files.map(({ path, total }) => [path, total])).toEqual([
      ["a.xml", 4],
      ["b.xml", 1],
    ]);
    expect(read.details(1)).toMatchObject({
      message: "AssertionError: expected 4",
      fullMessage: "AssertionError: expected 4\nto be 5",
      report: "a.xml",
    });
    expect(read.find("beam.Lamp", "rusts")?.status).toBe("skipped");
    expect(read.find("", "rusts")).toBeNull();
    expect(read.first()?.name).toBe("dims & — dawn");
    expect(new TestReport([]).first()).toBeNull();
  });

  test("is read up to the error where it breaks off or has characters that XML forbids", () => {
    const cut = parse('<testsuite><testcase name="one"/><testcase name="two"><failure>half');
    expect(cut.tests.map(({ name, status }) => [name, status])).toEqual([
      ["one", "passed"],
      ["two", "failed"],
    ]);
    expect(cut.problem).toContain("Not well-formed");
    const coloured = parse(
      '<testsuite><testcase name="a"><system-out>\u001b[31mred</system-out></testcase></testsuite>',
    );
    expect(coloured.tests[0]?.output).toContain("[31mred");
  });

  test("may be in another encoding", () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><testsuite><testcase name="für"/></testsuite>';
    expect(parseJunit(Uint8Array.from(text, (char) => char.charCodeAt(0))).tests[0]?.name).toBe("für");
    const wide = new Uint8Array(
      new Uint16Array([
        0xfeff,
        ...Array.from("<testsuite><testcase name='ü'/></testsuite>", (c) => c.charCodeAt(0)),
      ]).buffer,
    );
    expect(parseJunit(wide).tests[0]?.name).toBe("ü");
  });

  test("never expands entities: a document type is refused, whatever it declares", () => {
    const laughs = `<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>`;
    expect(() => parse(laughs)).toThrow(NotAReportError);
    const file = `<!DOCTYPE t SYSTEM "file:///etc/passwd"><testsuite/>`;
    expect(() => parse(file)).toThrow("document type");
    const undeclared = parse('<testsuite><testcase name="&b;"/></testsuite>');
    expect(undeclared.tests[0]?.name).toBe("&b;");
    expect(undeclared.problem).toContain("entity");
  });

  test("is distinguished from other files", () => {
    expect(() => parse("<coverage/>")).toThrow("not a JUnit report");
    expect(() => parse("no markup at all")).toThrow(NotAReportError);
    expect(() => parse("")).toThrow("not XML");
    expect(() => parseJunit({ byteLength: 100_000_001 } as Uint8Array)).toThrow("100 MB");
    expect(() => parse("<testsuite>".repeat(200))).toThrow("deeply");
    const read = new TestReport([fileOf("c.xml", "<coverage/>"), fileOf("a.xml", report)]);
    expect(read.summary.total).toBe(4);
    expect(read.summary.files.map(({ path }) => path)).toEqual(["a.xml"]);
    expect(() => parse('<!DOCTYPE html PUBLIC "x"><html/>')).toThrow("not a JUnit report");
  });

  test("truncates long texts", () => {
    const long = "x".repeat(300_000);
    const [found] = parse(
      `<testsuite><testcase name="a"><system-out>${long}</system-out></testcase></testsuite>`,
    ).tests;
    expect([found?.output.length, found?.isCut]).toEqual([200_000, true]);
  });
});

/** Reports in the shape that each framework writes, and what became of each test, in the order of the report. */
const reports: readonly (readonly [framework: string, report: string, expected: readonly string[]])[] = [
  [
    "GoogleTest",
    `<testsuites tests="3" failures="0" disabled="1" skipped="1" name="AllTests"><testsuite name="S" tests="3" failures="0" disabled="1" skipped="1">
      <testcase name="Runs" status="run" result="completed" time="0.1" classname="S"/>
      <testcase name="DISABLED_Broken" status="notrun" result="suppressed" time="0" classname="S"/>
      <testcase name="NeedsGpu" status="run" result="skipped" time="0" classname="S"/></testsuite></testsuites>`,
    ["passed", "skipped", "skipped"],
  ],
  [
    "CTest",
    `<testsuite name="(empty)" tests="3" failures="1" disabled="1" skipped="0"><testcase name="a" classname="a" time="0.1" status="run"/>
      <testcase name="b" classname="b" time="0" status="disabled"/><testcase name="c" classname="c" time="0" status="fail"><failure message="1"/></testcase></testsuite>`,
    ["passed", "skipped", "failed"],
  ],
  [
    "Catch2",
    `<testsuites><testsuite name="t" errors="1" failures="0" tests="2"><testcase classname="t.global" name="ok" time="0.001" status="run"/>
      <testcase classname="t.global" name="throws" time="0" status="run"><error message="boom" type="TEST_CASE">at t.cpp:3</error></testcase></testsuite></testsuites>`,
    ["passed", "error"],
  ],
  [
    "pytest, whose collection failed",
    `<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="1" tests="2" time="0.3">
      <testcase classname="" name="tests.test_api" time="0.000"><error message="collection failure">ImportError</error></testcase>
      <testcase classname="tests.test_x" name="test_y" time="0.0"><skipped type="pytest.xfail" message="known"/></testcase></testsuite></testsuites>`,
    ["error", "skipped"],
  ],
  [
    "Surefire with a flaky test, in a German locale",
    `<testsuite name="A" time="1,234" tests="2" errors="0" skipped="0" failures="0" flakes="1"><testcase name="steady" classname="A" time="0,160"/>
      <testcase name="flaky" classname="A" time="0,2"><flakyFailure message="x" type="E"><stackTrace>at A</stackTrace></flakyFailure></testcase></testsuite>`,
    ["passed", "passed"],
  ],
  [
    "Gradle",
    `<testsuite name="A" tests="2" skipped="1" failures="0" errors="0" time="0.016"><properties/><testcase name="a()" classname="A" time="0.01"/>
      <testcase name="b()" classname="A" time="0.0"><skipped/></testcase><system-out><![CDATA[]]></system-out></testsuite>`,
    ["passed", "skipped"],
  ],
  [
    "jest-junit, of a file that did not run",
    `<testsuites name="jest tests" tests="1" failures="0" errors="1" time="1.1"><testsuite name="src/a.test.ts" errors="1" failures="0" skipped="0" tests="1" time="0">
      <testcase classname="Test suite failed to run" name="src/a.test.ts" time="0"><error>SyntaxError</error></testcase></testsuite></testsuites>`,
    ["error"],
  ],
  [
    "a runner that counts a failure and lists none",
    `<testsuites failures="1"><testsuite name="Karma" tests="1" errors="1" failures="0"><testcase name="a" classname="K" time="0.1"/><system-err>Disconnected</system-err></testsuite></testsuites>`,
    ["passed", "error"],
  ],
  [
    "Mocha",
    `<testsuites name="Mocha Tests" time="0.01" tests="2" failures="1"><testsuite name="Root Suite" tests="0" time="0"/><testsuite name="a" tests="2" failures="1" skipped="1">
      <testcase name="a pends" classname="pends" time="0.0"><skipped/></testcase><testcase name="a b" classname="b" time="0.001"><failure message="no" type="AssertionError">x</failure></testcase></testsuite></testsuites>`,
    ["skipped", "failed"],
  ],
  [
    "PHPUnit, with suites in suites",
    `<testsuites><testsuite name="all" tests="3" assertions="3" errors="0" failures="1" skipped="1"><testsuite name="A" tests="3" failures="1" skipped="1">
      <testcase name="a" class="A" classname="A" file="/a.php" line="4" assertions="1" time="0.01"/><testcase name="b" class="A" time="0"><failure type="E">x</failure></testcase>
      <testcase name="c" class="A" time="0"><skipped/></testcase></testsuite></testsuite></testsuites>`,
    ["passed", "failed", "skipped"],
  ],
  [
    "RSpec",
    `<testsuite name="rspec" tests="2" skipped="1" failures="1" errors="0" time="0.1"><testcase classname="spec.a" name="a" file="./spec/a.rb" time="0.01"><failure message="no" type="X">x</failure></testcase>
      <testcase classname="spec.a" name="b" time="0"><skipped/></testcase></testsuite>`,
    ["failed", "skipped"],
  ],
  [
    "go-junit-report",
    `<testsuites tests="2" failures="1"><testsuite name="pkg" tests="2" failures="1" errors="0" id="0" time="0.1"><testcase name="TestA" classname="pkg" time="1e-05"/>
      <testcase name="TestB" classname="pkg" time="0.1"><failure message="Failed"><![CDATA[b_test.go:5]]></failure></testcase></testsuite></testsuites>`,
    ["passed", "failed"],
  ],
  [
    "cargo nextest",
    `<testsuites name="nextest-run" tests="2" failures="1" errors="0"><testsuite name="lamp" tests="2" disabled="0" errors="0" failures="1">
      <testcase name="a" classname="lamp" time="0.1"/><testcase name="b" classname="lamp" time="0.2"><failure type="test failure">x</failure><rerunFailure type="test failure">y</rerunFailure></testcase></testsuite></testsuites>`,
    ["passed", "failed"],
  ],
  [
    "the .NET logger",
    `<testsuites><testsuite name="Shop" tests="2" failures="1" errors="0"><testcase classname="Shop.Basket" name="Total" time="0.2"><failure message="expected 5">at Basket.cs:12</failure></testcase>
      <testcase classname="Shop.Basket" name="Later" time="0"><skipped/></testcase></testsuite></testsuites>`,
    ["failed", "skipped"],
  ],
  [
    "an export of NUnit",
    `<testsuite name="N" tests="4"><testcase name="a" executed="True" success="True" result="Success"/><testcase name="b" executed="False" result="Ignored"/>
      <testcase name="c" executed="True" success="False" result="Failure"/><testcase name="d" result="Inconclusive"/></testsuite>`,
    ["passed", "skipped", "failed", "skipped"],
  ],
  [
    "Behave",
    `<testsuite name="f" tests="3" errors="0" failures="1" skipped="1"><testcase classname="f" name="a" status="passed" time="0.1"/><testcase classname="f" name="b" status="failed" time="0"><failure type="X"/></testcase>
      <testcase classname="f" name="c" status="untested" time="0"/></testsuite>`,
    ["passed", "failed", "skipped"],
  ],
  [
    "Robot Framework",
    `<testsuite name="R" tests="2" errors="0" failures="0" skipped="1"><testcase classname="R" name="a" time="0.1"/><testcase classname="R" name="b" time="0"><skipped message="no" type="SkipExecution"/></testcase></testsuite>`,
    ["passed", "skipped"],
  ],
  [
    "Bats",
    `<testsuites time="0.1"><testsuite name="a.bats" tests="2" failures="1" errors="0" skipped="0"><testcase classname="a.bats" name="x" time="0.01"/><testcase classname="a.bats" name="y" time="0.01"><failure type="failure">x</failure></testcase></testsuite></testsuites>`,
    ["passed", "failed"],
  ],
  [
    "a suite that failed as a whole",
    `<testsuite name="S" tests="1"><error message="no database">at setup</error><testcase name="a"/></testsuite>`,
    ["error", "passed"],
  ],
  [
    "elements in a name space",
    `<testsuite><testcase name="a"><j:failure xmlns:j="x"/></testcase></testsuite>`,
    ["failed"],
  ],
];

test.each(reports)("%s says how each test ended", (_, report, expected) => {
  const { tests, problem } = parseJunit(new TextEncoder().encode(report));
  expect([tests.map(({ status }) => status), problem]).toEqual([expected, null]);
});

test("what the report says in words that nobody knows is no success, and is shown", () => {
  const [found] = parseJunit(
    new TextEncoder().encode('<testsuite><testcase status="weird"/></testsuite>'),
  ).tests;
  expect(found).toMatchObject({ status: "skipped", message: 'The report says status "weird".' });
});

test.each([
  ["0.25", 0.25],
  ["0,160", 0.16],
  ["1,234", 1.234],
  ["1,234.5", 1234.5],
  ["1.234,5", 1234.5],
  ["1,234,567", 1_234_567],
  ["1.234.567", 1_234_567],
  ["1 234,5", 1234.5],
  ["1\u202f234,5", 1234.5],
  ["1'234.5", 1234.5],
  ["1’234.5", 1234.5],
  ["12", 12],
  [".5", 0.5],
  ["1e-05", 0.00001],
  ["1.5E-3", 0.0015],
  ["0.5s", 0.5],
  ["٠٫١٢٥", 0.125],
  ["۱۲٫۵", 12.5],
  ["०.५", 0.5],
  ["-1", null],
  ["soon", null],
  ["", null],
])("a time of %j is %s seconds", (text, expected) => {
  const report = `<testsuite><testcase name="a" time="${text}"/></testsuite>`;
  expect(parseJunit(new TextEncoder().encode(report)).tests[0]?.seconds).toBe(expected);
});
