import { expect, test } from "vitest";
import { checksText, isJobStatus, worstStatus } from "./status-mark.tsx";

test.each([
  [[], null],
  [[{ status: "success" }, { status: "failed" }], "failed"],
  [[{ status: "success" }, { status: "failed", allow_failure: true }], "success"],
  [[{ status: "failed", allow_failure: true }], "success"],
  [[{ status: "success" }, { status: "pending" }], "running"],
  [[{ status: "skipped" }, { status: "success" }], "success"],
  [[{ status: "manual", allow_failure: true }, { status: "success" }], "success"],
  [[{ status: "manual" }, { status: "success" }], "running"],
  [[{ status: "canceled", allow_failure: true }], "success"],
] as const)("%j have the status %s", (statuses, worst) => {
  expect(worstStatus(statuses)).toBe(worst);
});

const check = (name: string, status: string, allow_failure = false) => ({ name, status, allow_failure });

test.each([
  [[], true, null],
  [[check("a", "success"), check("b", "skipped"), check("c", "failed", true)], true, null],
  [[check("a", "failed")], true, "The check “a” failed. It must succeed first."],
  [[check("a", "failed")], false, "The check “a” failed. You can merge anyway."],
  [
    [check("a", "failed"), check("b", "canceled"), check("c", "running")],
    true,
    "The checks “a” and “b” failed. They must succeed first.",
  ],
  [[check("a", "pending")], true, "The check “a” has not ended yet. It must succeed first."],
  [[check("a", "running")], false, "The check “a” has not ended yet. Merging does not wait for it."],
  [
    ["a", "b", "c", "d", "e"].map((name) => check(name, "pending")),
    false,
    "The checks “a”, “b”, “c” and 2 more have not ended yet. Merging does not wait for them.",
  ],
] as const)("%j with success required: %s", (checks, mustSucceed, text) => {
  expect(checksText(checks, mustSucceed)).toBe(text);
});

test.each([
  ["https://git.test/group/app/-/jobs/7", true],
  ["https://git.test/group/app/builds/7", true],
  ["https://other.test/group/app/-/jobs/7", false],
  ["https://git.test/group/app/-/pipelines/7", false],
  ["https://ci.test/7", false],
  [null, false],
])("the status of %s is a job of the service: %s", (target_url, expected) => {
  expect(isJobStatus({ target_url }, "https://git.test/group/app/-/merge_requests/1")).toBe(expected);
});
