import { readFileSync, statSync } from "node:fs";
import { NotAReportError, type ParsedTest, parseJunit } from "../../../../shared/ci/junit/parse-junit.ts";
import type { TestStatus } from "../../../../shared/ci/junit/test-result.ts";
import { gunzipMembers } from "../archives/gzip-members.ts";

/** Bytes of a job's packed reports, and of what they unpack to, beyond which they are not read. */
const maxPackedBytes = 32 * 1024 * 1024;
const maxBytes = 100 * 1024 * 1024;
/** Tests of a job that are returned. */
const maxTests = 50_000;
/** Characters of why one failed, and of all of them. */
const maxOutput = 20_000;
const maxAllOutput = 16_000_000;

/** A test of a job's reports. */
export interface ReportedTest {
  readonly name: string;
  readonly group: string;
  readonly status: TestStatus;
  readonly file: string | null;
  readonly seconds: number | null;
  /** Empty where it passed. */
  readonly output: string;
}

/** The tests of a job, and the defect of its reports, null where all is well. */
export interface JobReport {
  readonly tests: readonly ReportedTest[];
  readonly problem: string | null;
}

/** Reads the reports that a job left in a gzip file, one member for each. Never throws for what a job wrote. */
export function readReports(path: string): JobReport {
  const tests: ReportedTest[] = [];
  let problem: string | null = null;
  let left = maxAllOutput;
  try {
    if (statSync(path).size > maxPackedBytes) throw new RangeError("The reports are too large");
    for (const member of gunzipMembers(readFileSync(path), maxBytes)) {
      const report = parsed(member);
      problem ??= report.problem;
      for (const test of report.tests) {
        if (tests.length >= maxTests) return { tests, problem: `Only the first ${maxTests} tests are read.` };
        const output = outputOf(test).slice(0, Math.min(maxOutput, left));
        left -= output.length;
        const { name, group, status, file, seconds } = test;
        tests.push({ name, group, status, file, seconds, output });
      }
    }
  } catch (error) {
    problem = `The reports could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  return { tests, problem };
}

function parsed(bytes: Uint8Array): ReturnType<typeof parseJunit> {
  try {
    return parseJunit(bytes);
  } catch (error) {
    if (error instanceof NotAReportError) return { tests: [], problem: error.message };
    throw error;
  }
}

const outputOf = ({ status, message, trace }: ParsedTest): string =>
  status === "passed" ? "" : [message, trace.trim()].filter(Boolean).join("\n");
