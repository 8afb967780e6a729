import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { TraceSummary } from "../../../../shared/trace-types.ts";
import { FindingsPanel, ProblemsButton, useFindings } from "./findings-panel.tsx";

const summary: TraceSummary = {
  ...{ generation: "1", lines: 9, bytes: 90, size: 90, complete: true, problem: null, timestamps: false },
  ...{ analysed: 90, sections: 0, errors: 0, warnings: 0 },
};
const trace = { findings: async () => [] };
const nothing = () => undefined;

function Shown({ part, isLive }: { readonly part: Partial<TraceSummary>; readonly isLive: boolean }) {
  const findings = useFindings(trace, { ...summary, ...part }, isLive);
  const panel = { account: "local", project: "1", sha: null, current: null, findings };
  return (
    <>
      <ProblemsButton findings={findings} isOpen onToggle={nothing} />
      <FindingsPanel {...panel} onGo={nothing} onClose={nothing} />
    </>
  );
}

const shown = (part: Partial<TraceSummary>, isLive = false) =>
  renderToStaticMarkup(<Shown part={part} isLive={isLive} />);

it("names no number of problems before the whole log was searched", () => {
  for (const part of [{ analysed: 0 }, { analysed: 89 }, { complete: false }]) {
    expect(shown(part)).toContain("Searching for problems…");
    expect(shown(part)).toContain('aria-label="Problems"');
    expect(shown(part)).not.toMatch(/No problems found|>0</);
  }
});

it("says that there are no problems once all that there is was searched", () => {
  const problem = { code: "offline", message: "Offline" };
  for (const text of [shown({}), shown({ complete: false }, true), shown({ complete: false, problem })]) {
    expect(text).toContain("No problems found");
    expect(text).toContain('aria-label="Problems: 0 errors, 0 warnings"');
  }
});

it("names the problems that were found so far", () => {
  const text = shown({ analysed: 50, errors: 2, warnings: 1 });
  expect(text).toContain('aria-label="Problems: 2 errors, 1 warning"');
  expect(text).not.toContain("Searching for problems…");
});
