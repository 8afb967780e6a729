import { expect, test } from "../fixtures/test.ts";
import { sweptViews } from "./swept-views.ts";
import { openSweptApp, problemsOfView } from "./visit.ts";

/** Views that one test visits; several small tests share the workers better than one that takes minutes. */
const viewsPerTest = 12;

test.describe("every view is accessible and fits any window, zoom and theme", () => {
  test.describe.configure({ mode: "parallel", timeout: 300_000 });
  for (let first = 0; first < sweptViews.length; first += viewsPerTest) {
    const some = sweptViews.slice(first, first + viewsPerTest);
    test(`from ${some.at(0)?.name} to ${some.at(-1)?.name}`, async ({ page }) => {
      page.setDefaultTimeout(20_000);
      await openSweptApp(page);
      await page.evaluate(addDiagnostic);
      const problems: string[] = [];
      for (const view of some) problems.push(...(await problemsOfView(page, view)));
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
