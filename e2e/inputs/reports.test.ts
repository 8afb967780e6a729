import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readCoverage } from "../../renderer/workers/reports/parse-coverage.ts";
import { readQuality } from "../../renderer/workers/reports/parse-quality.ts";
import type { ReportFormat } from "../../renderer/workers/reports/report-types.ts";
import { readInputs } from "./read-inputs.ts";

const fileOf = (name: string, format: ReportFormat, bytes: Buffer) => ({
  ...{ name, format },
  bytes: new Uint8Array(bytes).buffer,
});
const numbers = z.array(z.int());
const paths = z.array(z.string());

describe("coverage reports", () => {
  /** The changed files, and the lines of those that a report has. */
  const right = z.strictObject({
    format: z.enum(["cobertura", "jacoco", "lcov"]),
    paths,
    files: z.record(z.string(), z.strictObject({ covered: numbers, uncovered: numbers, partial: numbers })),
  });

  it.each(readInputs("./reports.txt", right))(
    "reads the lines of $name",
    ({ name, bytes, right: expected }) => {
      const { byPath, problems } = readCoverage([fileOf(name, expected.format, bytes)], expected.paths);
      const found = Object.fromEntries(
        [...byPath].map(([path, lines]) => {
          const of = (state: string) =>
            [...lines].flatMap(([line, each]) => (each === state ? [line] : [])).toSorted((a, b) => a - b);
          return [path, { covered: of("covered"), uncovered: of("uncovered"), partial: of("partial") }];
        }),
      );
      expect([found, problems]).toEqual([expected.files, []]);
    },
  );
});

describe("reports of code quality", () => {
  /** Severity, check, path, line, and whether the file is a changed one. */
  const finding = z.tuple([z.string(), z.string(), z.string(), z.int(), z.boolean()]);
  const right = z.strictObject({ paths, findings: z.array(finding) });

  it.each(readInputs("./code-quality.txt", right))("reads $name", ({ name, bytes, right: expected }) => {
    const { fresh, problems } = readQuality([fileOf(name, "codequality", bytes)], null, expected.paths);
    const found = fresh.map(({ severity, check, path, line, isChanged }) => [
      severity,
      check,
      path,
      line,
      isChanged,
    ]);
    expect([found, problems]).toEqual([expected.findings, []]);
  });
});
