import { describe, expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../shared/api/resources/job-shapes.ts";
import { openFailures, pipelinesOf, withWarnings } from "./group-jobs.ts";

describe("group jobs", () => {
  const job = (id: number, status: string, allow_failure = false): Job =>
    jobShape.parse({ id, name: "unit", stage: "test", status, allow_failure });

  it("says of a pipeline that passed whether the last attempt of a job failed and was allowed to", () => {
    expect(withWarnings("success", [job(1, "failed", true)])).toBe("success_with_warnings");
    expect(withWarnings("success", [job(1, "failed", true), job(2, "success", true)])).toBe("success");
    expect(withWarnings("failed", [job(1, "failed", true)])).toBe("failed");
    expect(withWarnings("success", [])).toBe("success");
  });
});

describe("open failures", () => {
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
});
