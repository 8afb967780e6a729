import { expect, it } from "vitest";
import { z } from "zod";
import { parseJunit } from "../../renderer/workers/junit/parse-junit.ts";
import { readInputs } from "./read-inputs.ts";

const count = z.int().min(0);
/** How many tests of a report ended in each way. */
const right = z.strictObject({ passed: count, failed: count, error: count, skipped: count });

it.each(readInputs("junit", right))("counts the tests of $name", ({ bytes, right: counts }) => {
  const { tests, problem } = parseJunit(bytes);
  const found = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const { status } of tests) found[status] += 1;
  expect([found, problem]).toEqual([counts, null]);
});
