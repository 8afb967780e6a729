import type { Page } from "@playwright/test";
import { forcedColourProblems } from "../fixtures/forced-colours.ts";
import { expect, test } from "../fixtures/test.ts";
import { enter, leave, type View } from "../fixtures/view.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { alignmentProblems } from "./alignment.ts";
import { emptyStateProblems } from "./empty-states.ts";
import { layoutProblems } from "./layout-problems.ts";
import { views } from "./views.ts";

/** Views that one test visits; several small tests share the workers better than one that takes minutes. */
const viewsPerTest = 12;

test.describe("every view is accessible and fits any window, zoom and theme", () => {
  test.describe.configure({ mode: "parallel", timeout: 300_000 });
  for (let first = 0; first < views.length; first += viewsPerTest) {
    const some = views.slice(first, first + viewsPerTest);
    test(`from ${some.at(0)?.name} to ${some.at(-1)?.name}`, async ({ page }) => {
      await page.goto("/");
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.evaluate(addDiagnostic);
      const problems: string[] = [];
      for (const view of some) problems.push(...(await problemsOf(page, view)));
      expect(problems).toEqual([]);
    });
  }
});

/** Runs in the page. Diagnostics has an entry with a name of an operation that does not break. */
async function addDiagnostic(): Promise<void> {
  const operation = "GET /projects/:id/repository/files/:file_path/raw_and_everything_else_that_has_no_space";
  await fetch("/-/diagnostics", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      kind: "mismatch",
      accountId: "local",
      operation,
      message: "id: expected a number",
    }),
  });
}

/** Visits a view once for all checks. Returns a line for each problem. */
async function problemsOf(page: Page, view: View): Promise<string[]> {
  await enter(page, view);
  const problems = [
    ...(await accessibilityProblems(page)),
    ...(await forcedColourProblems(page)),
    ...(await layoutProblems(page)),
    ...(await alignmentProblems(page, view.name)),
    ...(view.name.endsWith("-empty") ? await emptyStateProblems(page) : []),
  ];
  await leave(page, view);
  return problems.map((problem) => `${view.name}: ${problem}`);
}
