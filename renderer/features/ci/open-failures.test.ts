import { expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../shared/api/resources/job-shapes.ts";
import { openFailures, pipelinesOf } from "./open-failures.ts";

const job = (id: number, name: string, pipeline: number, more: object = {}, status = "failed"): Job =>
  jobShape.parse({ id, name, status: "failed", pipeline: { id: pipeline, sha: "a", status }, ...more });

it("leaves out what was allowed to fail, what a retry mended, and earlier attempts", () => {
  const jobs = [
    job(9, "unit", 3),
    job(8, "unit", 3),
    job(7, "lint", 3),
    job(6, "soak", 2, { allow_failure: true }),
    job(5, "unit", 1, {}, "success"),
    job(4, "unit", 0),
  ];
  expect(openFailures(jobs).map(({ id }) => id)).toEqual([9, 7, 4]);
  expect(pipelinesOf(openFailures(jobs)).map((of) => of.map(({ id }) => id))).toEqual([[9, 7], [4]]);
});
