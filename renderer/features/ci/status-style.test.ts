import { expect, it } from "vitest";
import { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { isActiveStatus, jobStatus, statusStyle } from "./status-style.ts";

it("gives every documented state its own label and icon", () => {
  const looks = jobStatuses.map((status) => statusStyle(status));
  expect(new Set(looks.map(({ word }) => word)).size).toBe(jobStatuses.length);
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(jobStatuses.length);
});

it("names unknown states", () => {
  expect(statusStyle("waiting_for_moon").word).toBe("Waiting for moon");
  expect(isActiveStatus("waiting_for_moon")).toBe(false);
});

it("distinguishes an allowed failure from one that is not", () => {
  expect(statusStyle("failed", true).word).toBe("Failed, allowed");
  expect(statusStyle("success", true).word).toBe("Passed");
  // As the tab of its page has it.
  expect(statusStyle(jobStatus("failed", true))).toEqual(statusStyle("failed", true));
  expect(jobStatus("failed")).toBe("failed");
});

it("separates active states from ended ones", () => {
  expect(["running", "pending", "canceling"].every(isActiveStatus)).toBe(true);
  expect(["manual", "success", "skipped"].some(isActiveStatus)).toBe(false);
  expect(["success", "failed", "canceled", "skipped"].every(isEndedStatus)).toBe(true);
});
