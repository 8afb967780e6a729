import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { TestStatus } from "./junit-types.ts";

/** Bytes of a report beyond which it is not read. */
export const maxReportBytes = 100_000_000;
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
  constructor(reason: string) {
    super(reason);
    this.name = "NotAReport";
  }
}

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
}

export interface ParsedReport {
  readonly tests: readonly ParsedTest[];
  /** Defect of the file, though tests could be read; null where all is well. */
  readonly problem: string | null;
}

const results: Readonly<Record<string, TestStatus>> = {
  failure: "failed",
  error: "error",
  skipped: "skipped",
};
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
    throw new NotAReportError(
      "The file has a document type, which reports do not have and Helve does not read.",
    );
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

/** Collects tests from the elements of a report. */
class ReportReader {
  readonly tests: ParsedTest[] = [];
  hasRoot = false;
  problem: string | null = null;
  readonly #suites: string[] = [];
  #depth = 0;
  #test: ParsedTest | null = null;
  /** Field of the test that text belongs to. */
  #field: "trace" | "output" | "errors" | null = null;
  #textLength = 0;

  open({ name, attributes }: SaxesTagPlain): void {
    if (++this.#depth > maxDepth) throw new NotAReportError("The file is nested too deeply.");
    if (!this.hasRoot) {
      if (name !== "testsuites" && name !== "testsuite") {
        throw new NotAReportError(
          `The file is XML, but not a JUnit report: it starts with <${name.slice(0, 40)}>.`,
        );
      }
      this.hasRoot = true;
    }
    if (name === "testsuite") this.#suites.push(short(attributes.name ?? ""));
    else if (name === "testcase") this.#openTest(attributes);
    else if (this.#test) this.#openPart(this.#test, name, attributes);
  }

  close({ name }: SaxesTagPlain): void {
    this.#depth--;
    if (name === "testsuite") this.#suites.pop();
    else if (name === "testcase") this.#test = null;
    else if (name in results || name in outputs) this.#field = null;
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
    const line = Number(attributes.line);
    this.#test = {
      name: short(attributes.name ?? ""),
      group: short(attributes.classname ?? attributes.class ?? ""),
      suite: this.#suites.at(-1) ?? "",
      file: attributes.file ? short(attributes.file) : null,
      line: Number.isInteger(line) && line > 0 ? line : null,
      seconds: readSeconds(attributes.time),
      status: "passed",
      message: "",
      trace: "",
      output: "",
      errors: "",
      isCut: false,
    };
    this.tests.push(this.#test);
  }

  #openPart(test: ParsedTest, name: string, attributes: Readonly<Record<string, string>>): void {
    const output = outputs[name];
    if (output) this.#field = output;
    const status = results[name];
    if (!status) return;
    // A test that failed and was skipped afterwards has failed.
    if (test.status === "passed" || test.status === "skipped") test.status = status;
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

/** Seconds such as `0.25` or `1,234.5`; null where there are none. */
function readSeconds(text: string | undefined): number | null {
  const value = Number(text?.replaceAll(",", "") || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
