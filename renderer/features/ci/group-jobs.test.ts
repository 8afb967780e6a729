import { expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../shared/api/resources/job-shapes.ts";
import { withWarnings } from "./group-jobs.ts";

const job = (id: number, status: string, allow_failure = false): Job =>
  jobShape.parse({ id, name: "unit", stage: "test", status, allow_failure });

it("says of a pipeline that passed whether the last attempt of a job failed and was allowed to", () => {
  expect(withWarnings("success", [job(1, "failed", true)])).toBe("success_with_warnings");
  expect(withWarnings("success", [job(1, "failed", true), job(2, "success", true)])).toBe("success");
  expect(withWarnings("failed", [job(1, "failed", true)])).toBe("failed");
  expect(withWarnings("success", [])).toBe("success");
});
