import { expect, it } from "vitest";
import { z } from "zod";
import { CoverageReader } from "../../electron/service/ci/executor/coverage.ts";
import { readInputs } from "./read-inputs.ts";

/** The `coverage` of a job, and the per cent that it finds in the job's log. */
const right = z.strictObject({ pattern: z.string(), coverage: z.number().nullable() });

it.each(readInputs("coverage", right))(
  "finds the coverage in $name",
  ({ bytes, right: { pattern, coverage } }) => {
    const reader = new CoverageReader(pattern);
    for (let at = 0; at < bytes.length; at += 64) reader.read(bytes.subarray(at, at + 64));
    reader.end();
    expect(reader.value).toBe(coverage);
  },
);
