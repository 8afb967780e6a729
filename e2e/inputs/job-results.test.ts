import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CoverageReader } from "../../electron/service/ci/executor/trace-writer.ts";
import { parseJunit } from "../../shared/ci/junit/parse-junit.ts";
import { readInputs } from "./read-inputs.ts";

describe("junit", () => {
  const count = z.int().min(0);
  /** How many tests of a report ended in each way. */
  const right = z.strictObject({ passed: count, failed: count, error: count, skipped: count });

  it.each(readInputs("./junit.txt", right))("counts the tests of $name", ({ bytes, right: counts }) => {
    const { tests, problem } = parseJunit(bytes);
    const found = { passed: 0, failed: 0, error: 0, skipped: 0 };
    for (const { status } of tests) found[status] += 1;
    expect([found, problem]).toEqual([counts, null]);
  });
});

describe("coverage", () => {
  /** The `coverage` of a job, and the per cent that it finds in the job's log. */
  const right = z.strictObject({ pattern: z.string(), coverage: z.number().nullable() });

  it.each(readInputs("./coverage.txt", right))(
    "finds the coverage in $name",
    ({ bytes, right: { pattern, coverage } }) => {
      const reader = new CoverageReader(pattern);
      for (let at = 0; at < bytes.length; at += 64) reader.read(bytes.subarray(at, at + 64));
      reader.end();
      expect(reader.value).toBe(coverage);
    },
  );
});
