import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { jobStatuses } from "../../../shared/api/resources/job-shapes.ts";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { isActiveStatus, jobStatus, StatusBadge, StatusIcon, statusStyle } from "./ci-status.tsx";
import { ElapsedTime, elapsedSeconds } from "./elapsed-time.tsx";

it("shows a word beside the icon, or names the icon", () => {
  expect(renderToStaticMarkup(<StatusBadge status="failed" allowFailure />)).toContain("Failed, allowed");
  expect(renderToStaticMarkup(<StatusIcon status="running" />)).toContain('aria-label="Running"');
  expect(renderToStaticMarkup(<StatusIcon status="running" decorative />)).not.toContain("aria-label");
});

it("counts from the start while there is no end", () => {
  const start = "2026-06-15T12:00:00Z";
  const now = Date.parse("2026-06-15T12:01:05Z");
  expect(elapsedSeconds(start, null, null, now)).toBe(65);
  expect(elapsedSeconds(start, "2026-06-15T12:00:30Z", undefined, now)).toBe(30);
  expect(elapsedSeconds(start, "2026-06-15T12:00:30Z", 29.5, now)).toBe(29.5);
  expect(elapsedSeconds(null, null, null, now)).toBeNull();
  expect(
    renderToStaticMarkup(<ElapsedTime start={start} end="2026-06-15T12:03:05Z" duration={185} />),
  ).toContain("3 min 05 s");
});

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
