import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LogProblem } from "./log-problem.tsx";
import { noLogReason } from "./no-log.tsx";

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
