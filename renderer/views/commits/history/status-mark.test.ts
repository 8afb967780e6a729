import { expect, test } from "vitest";
import { worstStatus } from "./status-mark.tsx";

test.each([
  [[], null],
  [[{ status: "success" }, { status: "failed" }], "failed"],
  [[{ status: "success" }, { status: "failed", allow_failure: true }], "success"],
  [[{ status: "failed", allow_failure: true }], "success"],
  [[{ status: "success" }, { status: "pending" }], "running"],
  [[{ status: "skipped" }, { status: "success" }], "success"],
] as const)("%j have the status %s", (statuses, worst) => {
  expect(worstStatus(statuses)).toBe(worst);
});
