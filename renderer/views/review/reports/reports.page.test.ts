import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { press } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { asFiles, asReports, proposeWithReports } from "../../../testing/page/propose-with-reports.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

async function openReports(iid: number) {
  const { user } = app;
  const requests = recordRequests(/\/reports\/|artifact-entries/);
  await app.open(`${projectPath(beacon, `merge_requests/${iid}`)}?tab=changes`);
  const button = await screen.findByRole("button", { name: "Coverage and code quality" });
  // Nothing is read before it is wanted.
  expect(requests).toEqual([]);
  await user.click(button);
  const panel = within(await screen.findByRole("dialog", { name: "Coverage and code quality" }));
  await user.click(await panel.findByRole("switch", { name: "Show coverage and code quality" }));
  return { panel, requests };
}

it.each([
  ["that the service sends by their type", asReports],
  ["that are found in an archive by their names", asFiles],
])("reports %s are shown at the lines of the diff", async (_, artifacts) => {
  const { user } = app;
  const { iid, path } = await proposeWithReports(app, artifacts);
  const { panel } = await openReports(iid);
  expect(await panel.findByText(/^\d+% of the 4 changed lines are covered, 1 partly\.$/)).toBeVisible();
  expect(panel.getByText("Code quality: 2 findings")).toBeVisible();
  expect(panel.getByText("Not in this change")).toBeVisible();
  expect(panel.getByText(/main has no report to compare with/)).toBeVisible();
  await expectAccessible();
  await press(user, document.body, "{Escape}");
  const file = within(await screen.findByRole("article", { name: path }));
  expect(await file.findByText("75% of the 4 changed lines are covered, 1 partly")).toBeInTheDocument();
  await waitFor(() => expect(file.getAllByText("Covered")).toHaveLength(2));
  expect(file.getAllByText("Not covered")).toHaveLength(1);
  expect(file.getAllByText("Partly covered")).toHaveLength(1);
  const card = within(await file.findByRole("region", { name: "Code quality, major, on line 3" }));
  expect(card.getByText("Unexpected var, use let or const instead.")).toBeVisible();
  expect(card.getByText("no-var")).toBeVisible();
  await expectAccessible();
  // The choice is remembered; it is undone for the next test.
  await app.reload();
  expect(
    await screen.findByRole("button", { name: "Coverage and code quality", pressed: true }),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Coverage and code quality" }));
  await user.click(await screen.findByRole("switch", { name: "Show coverage and code quality" }));
});

it("a pipeline of another commit has no reports of this one", async () => {
  const { user } = app;
  const { iid } = await proposeWithReports(app, asReports);
  interceptRequests(/GET .*\/merge_requests\/\d+\/pipelines\?/, async (send) => {
    const response = await send();
    const pipelines: object[] = await response.json();
    return withJson(
      response,
      pipelines.map((pipeline) => ({ ...pipeline, sha: "0".repeat(40) })),
    );
  });
  const { panel } = await openReports(iid);
  expect(await panel.findByText(/^The newest pipeline ran for another commit, 00000000/)).toBeVisible();
  await user.click(panel.getByRole("switch", { name: "Show coverage and code quality" }));
});
