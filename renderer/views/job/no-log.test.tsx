import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, test } from "vitest";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { LogProblem } from "./index.tsx";
import { logCut, noLogReason } from "./no-log.tsx";

const reason = (status: string, mayRun: boolean) =>
  renderToStaticMarkup(<EmptyState {...noLogReason({ status, tag_list: ["arm"] }, mayRun)} />);

it("names the button that runs or retries a job to those who have it", () => {
  for (const status of ["manual", "scheduled", "skipped"]) {
    expect(reason(status, true)).toMatch(/Run the job|Retry that job/);
    expect(reason(status, false)).not.toMatch(/Run the job|Retry that job/);
  }
  expect(reason("manual", false)).toContain("Developers and maintainers");
  expect(reason("pending", false)).toContain("No runner with the tag arm");
});

it("explains that a log is refused, out of reach or unreadable", () => {
  const text = (code: string) =>
    renderToStaticMarkup(<LogProblem problem={{ code, message: "Why." }} onRetry={() => undefined} />);
  expect(text("forbidden")).toContain("You cannot read this log");
  expect(text("unauthorized")).toContain("You cannot read this log");
  expect(text("offline")).toContain("Offline");
  expect(text("unavailable")).toContain("The log could not be loaded");
  const detail = "GET /projects/1/jobs/2/trace: HTTP 500";
  const problem = { code: "internal", message: "Why.", detail };
  const markup = renderToStaticMarkup(<LogProblem problem={problem} onRetry={() => undefined} />);
  expect(markup.replaceAll("<wbr/>", "")).toContain(detail);
});

const lines = (...texts: string[]) =>
  texts.map((text, number) => ({ number, spans: [{ text: text.slice(0, 3) }, { text: text.slice(3) }] }));

test.each([
  [
    "by today's runners",
    [
      "Job's log exceeded limit of 512000 bytes.",
      "Job execution will continue but no more output will be collected.",
    ],
  ],
  ["by earlier ones", ["half a li", "Job's log exceeded limit of 512000 bytes.", ""]],
])("a log is cut %s", (_by, texts) => {
  expect(logCut(lines(...texts), {})).toEqual({ limit: 512_000, stopped: false });
  expect(logCut(lines(...texts), { failure_reason: "trace_size_exceeded" })).toEqual({
    limit: 512_000,
    stopped: true,
  });
});

test("a log is cut where the job was stopped for it", () => {
  expect(logCut(lines("one"), { failure_reason: "trace_size_exceeded" })).toEqual({
    limit: null,
    stopped: true,
  });
});

test("a log that shows such a line of another one is whole", () => {
  expect(logCut(lines("Job's log exceeded limit of 512000 bytes.", "Job succeeded"), {})).toBeNull();
  expect(logCut(lines("> Job's log exceeded limit of 512000 bytes."), {})).toBeNull();
  expect(logCut([], { failure_reason: "script_failure" })).toBeNull();
});
