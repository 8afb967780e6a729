import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ElapsedTime, elapsedSeconds } from "./elapsed-time.tsx";
import { StatusBadge, StatusIcon } from "./status-badge.tsx";

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
