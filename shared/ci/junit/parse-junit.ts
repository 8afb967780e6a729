import { SaxesParser, type SaxesTagPlain } from "saxes";
import {
  readSeconds,
  resultOfAttributes,
  severity,
  statusOfElement,
  type TestStatus,
} from "./test-result.ts";

/** Bytes of a report beyond which it is not read. */
const maxReportBytes = 100_000_000;
/** Nested elements beyond which a report is not read. */
const maxDepth = 100;
/** Tests of a report that are read. */
const maxTests = 500_000;
/** Maximum characters of one text, and of all texts of a report. */
const maxText = 200_000;
const maxAllText = 64_000_000;
const maxName = 2_000;
/** Bytes that are parsed at a time. */
const chunkBytes = 256 * 1024;

/** A file that is not read as a report. */
export class NotAReportError extends Error {
  /** Whether it is XML of something else: nobody misses its tests. */
  readonly isOther: boolean;

  constructor(reason: string, isOther = false) {
    super(reason);
    this.name = "NotAReport";
    this.isOther = isOther;
  }
}

/** Elements that a report begins with. */
const isRoot = (name: string): boolean => name === "testsuites" || name === "testsuite";

/** A test as a report has it. */
export interface ParsedTest {
  name: string;
  group: string;
  suite: string;
  file: string | null;
  line: number | null;
  seconds: number | null;
  status: TestStatus;
  message: string;
  trace: string;
  output: string;
  errors: string;
  isCut: boolean;
  /** Whether a try of it failed that its runner repeated. */
  isRerun: boolean;
}

interface ParsedReport {
  readonly tests: readonly ParsedTest[];
  /** Defect of the file, though tests could be read; null where all is well. */
  readonly problem: string | null;
}

const outputs: Readonly<Record<string, "output" | "errors">> = {
  "system-out": "output",
  "system-err": "errors",
};

/**
 * Reads a JUnit report as it streams by. Entities are never expanded beyond XML's own five: a document type is refused,
 * so that no report can name a file, a URL or an entity that grows. Throws {@link NotAReportError}.
 */
export function parseJunit(bytes: Uint8Array): ParsedReport {
  if (bytes.byteLength > maxReportBytes) throw new NotAReportError("The file is larger than 100 MB.");
  const reader = new ReportReader();
  const parser = new SaxesParser({ xmlns: false, position: false });
  let problem: string | null = null;
  parser.on("error", (error) => {
    problem ??= error.message;
  });
  parser.on("doctype", () => {
    reader.hasDocumentType = true;
  });
  parser.on("opentag", (tag) => reader.open(tag));
  parser.on("closetag", (tag) => reader.close(tag));
  parser.on("text", (text) => reader.text(text));
  parser.on("cdata", (text) => reader.text(text));
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }));
    if (at === 0 && !reader.hasRoot && problem !== null) throw new NotAReportError("The file is not XML.");
  }
  parser.close();
  if (!reader.hasRoot) throw new NotAReportError("The file is not XML.");
  return { tests: reader.tests, problem: problem === null ? reader.problem : `Not well-formed: ${problem}` };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const named = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return "utf-8";
  }
}

/** A test whose element is open, or that stands for the suite that is. */
type OpenTest = ParsedTest & {
  readonly isOfSuite: boolean;
  /** Whether an element said that it failed. */
  hasFailure: boolean;
};

interface Suite {
  readonly name: string;
  /** Failures and errors that its attributes count. */
  readonly counted: number;
  /** Of those the ones whose tests were read. */
  bad: number;
}

function suiteOf({ name = "", failures, errors }: Readonly<Record<string, string>>): Suite {
  const numberOf = (text: string | undefined) => (/^\s*\d+\s*$/.test(text ?? "") ? Number(text) : 0);
  return { name: short(name), counted: numberOf(failures) + numberOf(errors), bad: 0 };
}

const isBad = (status: TestStatus | null): boolean => status === "failed" || status === "error";

/** Elements of tries that a runner repeated until one passed. */
const isFailedTry = (name: string): boolean => /^flaky(?:failure|error)$/i.test(name);

/** Collects tests from the elements of a report. */
class ReportReader {
  readonly tests: ParsedTest[] = [];
  hasRoot = false;
  hasDocumentType = false;
  problem: string | null = null;
  readonly #suites: Suite[] = [];
  #depth = 0;
  #test: OpenTest | null = null;
  /** Field of the test that text belongs to. */
  #field: "trace" | "output" | "errors" | null = null;
  #textLength = 0;

  open({ name, attributes }: SaxesTagPlain): void {
    if (++this.#depth > maxDepth) throw new NotAReportError("The file is nested too deeply.");
    if (!this.hasRoot) {
      if (!isRoot(name)) {
        throw new NotAReportError(
          `The file is XML, but not a JUnit report: it starts with <${name.slice(0, 40)}>.`,
          true,
        );
      }
      if (this.hasDocumentType) {
        throw new NotAReportError(
          "The file has a document type, which reports do not have and Helve does not read.",
        );
      }
      this.hasRoot = true;
    }
    if (isRoot(name)) this.#suites.push(suiteOf(attributes));
    else if (name === "testcase") this.#openTest(attributes);
    else if (this.#test) this.#openPart(this.#test, name, attributes);
    else if (isBad(statusOfElement(name))) this.#openPart(this.#testOfSuite(), name, attributes);
  }

  close({ name }: SaxesTagPlain): void {
    this.#depth--;
    if (isRoot(name)) this.#closeSuite();
    else if (name === "testcase") this.#closeTest();
    else if (statusOfElement(name) !== null || name in outputs) {
      this.#field = null;
      // It was of the suite itself.
      if (this.#test?.isOfSuite) this.#closeTest();
    }
  }

  #closeTest(): void {
    if (isBad(this.#test?.status ?? null)) for (const suite of this.#suites) suite.bad++;
    this.#test = null;
  }

  /** A suite may count failures that it lists no test of: they are a test of their own, so that it does not look passed. */
  #closeSuite(): void {
    const suite = this.#suites.at(-1);
    const missing = suite ? suite.counted - suite.bad : 0;
    if (missing > 0) {
      const test = this.#testOfSuite();
      test.status = "error";
      this.#add(
        test,
        "message",
        `${missing} more failed by the count of the suite, which lists no tests of them.`,
      );
      for (const each of this.#suites) each.bad += missing;
      this.#test = null;
    }
    this.#suites.pop();
  }

  /** Begins a test that stands for the suite itself. */
  #testOfSuite(): OpenTest {
    const name = this.#suites.at(-1)?.name || "The whole suite";
    this.#test = this.#newTest({ name }, true);
    this.tests.push(this.#test);
    return this.#test;
  }

  text(text: string): void {
    if (this.#test && this.#field) this.#add(this.#test, this.#field, text);
  }

  #openTest(attributes: Readonly<Record<string, string>>): void {
    if (this.tests.length >= maxTests) {
      this.problem = `Only the first ${maxTests.toLocaleString("en")} tests are read.`;
      this.#test = null;
      return;
    }
    this.#test = this.#newTest(attributes, false);
    this.tests.push(this.#test);
  }

  #newTest(attributes: Readonly<Record<string, string>>, isOfSuite: boolean): OpenTest {
    const line = Number(attributes.line);
    return {
      isOfSuite,
      hasFailure: false,
      name: short(attributes.name ?? ""),
      group: short(attributes.classname ?? attributes.class ?? ""),
      suite: this.#suites.at(-1)?.name ?? "",
      file: attributes.file ? short(attributes.file) : null,
      line: Number.isInteger(line) && line > 0 ? line : null,
      seconds: readSeconds(attributes.time),
      ...resultOfAttributes(attributes),
      trace: "",
      output: "",
      errors: "",
      isCut: false,
      isRerun: false,
    };
  }

  #openPart(test: OpenTest, name: string, attributes: Readonly<Record<string, string>>): void {
    if (isFailedTry(name)) test.isRerun = true;
    const output = outputs[name];
    if (output) this.#field = output;
    const status = statusOfElement(name);
    if (!status) return;
    // A test that failed and was skipped afterwards has failed. An element says more exactly than an attribute how it did.
    const isMore = severity[status] > severity[test.status] && !isBad(test.status);
    if (isMore || (isBad(status) && !test.hasFailure)) test.status = status;
    if (isBad(status)) test.hasFailure = true;
    this.#field = "trace";
    if (test.trace !== "") this.#add(test, "trace", "\n\n");
    const { message, type } = attributes;
    const text = [type, message].filter(Boolean).join(": ");
    if (text) this.#add(test, "message", test.message ? `\n${text}` : text);
  }

  #add(test: ParsedTest, field: "message" | "trace" | "output" | "errors", text: string): void {
    const room = Math.min(maxText - test[field].length, maxAllText - this.#textLength);
    if (text.length > room) test.isCut = true;
    const added = text.slice(0, Math.max(0, room));
    this.#textLength += added.length;
    test[field] += added;
  }
}

const short = (text: string): string => text.slice(0, maxName);
