import { describe, expect, test } from "vitest";
import type { TestSelection } from "./junit-types.ts";
import { NotAReportError, parseJunit } from "./parse-junit.ts";
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
