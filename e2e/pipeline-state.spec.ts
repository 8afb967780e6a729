import type { Page } from "@playwright/test";
import { callProject } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, onceMore, projectPath, test } from "./fixtures/test.ts";

const beacon = "fjord/beacon";
const operations = `/-/accounts/local/operations/projects/${encodeURIComponent(beacon)}`;

/** Counts the lists of pipelines that a page requests. */
function countLists(page: Page): () => number {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/pipelines(\?|$)/.test(request.url()) && request.url().includes("operations")) {
      requests.push(request.url());
    }
  });
  return () => requests.length;
}

test("commits and branches show their pipeline, read as one list", async ({ page }) => {
  const lists = countLists(page);
  await page.goto(projectPath(beacon, "commits"));
  const commits = page.getByRole("list", { name: "Commits" });
  await expect(commits.getByRole("link", { name: /^Pipeline #\d+: Passed$/ }).first()).toBeVisible();
  await expect(commits.getByRole("link", { name: /^Pipeline #\d+: Failed$/ }).first()).toBeAttached();
  // The list of the page, and that of one's own in the status line.
  expect(lists()).toBeLessThanOrEqual(3);
  await expectAccessible(page);
  await goTo(page, projectPath(beacon, "branches"));
  const branches = page.getByRole("list", { name: "Branches" });
  await expect(branches.getByRole("link", { name: /^Pipeline #\d+:/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test("a commit shows its pipeline, also in its tab and the window's title", async ({ page }) => {
  await page.goto(projectPath(beacon, "commits"));
  const commits = page.getByRole("list", { name: "Commits" });
  const failed = commits.getByRole("listitem").filter({ has: page.getByRole("link", { name: /: Failed$/ }) });
  await failed.first().getByRole("link").first().click();
  await expect(page.getByRole("link", { name: /^Pipeline #\d+ failed$/ })).toBeVisible();
  const tab = page.getByRole("tab", { selected: true });
  await expect(tab.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(page).toHaveTitle(/^✗ /);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Pipeline #\d+ failed$/ }).click();
  await expect(page).toHaveURL(/\/pipelines\/\d+$/);
});

test("a merge request shows its pipeline, and whether it has to succeed", async ({ page }) => {
  // The status line prefers one that runs or waits, such as the sample's newest and those of other specs.
  for (const status of ["running", "pending"]) {
    const active = await callProject<{ id: number }[]>(page, beacon, "GET", `/pipelines?status=${status}`);
    for (const { id } of active) await callProject(page, beacon, "POST", `/pipelines/${id}/cancel`);
  }
  const branch = `state-${Date.now()}`;
  await callProject(page, beacon, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: "Check the merge request",
    actions: [
      {
        action: "update",
        file_path: ".gitlab-ci.yml",
        content: "check: { script: [exit 1], rules: [{ if: $CI_MERGE_REQUEST_IID }] }\n",
      },
    ],
  });
  const { iid } = await callProject(page, beacon, "POST", "/merge_requests", {
    source_branch: branch,
    target_branch: "main",
    title: "Check the merge request",
  });
  // Its pipeline begins after the response; the status line looks for one when the page opens, then each half minute.
  const pipelines = () => callProject<object[]>(page, beacon, "GET", `/merge_requests/${iid}/pipelines`);
  await expect.poll(async () => (await pipelines()).length).toBe(1);
  await page.goto(projectPath(beacon, `merge_requests/${iid}`));
  const merging = page.getByRole("region", { name: "Merging" });
  await expect(merging.getByRole("link", { name: /^Pipeline #\d+ failed$/ })).toBeVisible({
    timeout: 20_000,
  });
  await expect(merging.getByText("You can merge anyway.")).toBeVisible();
  // The head has it too.
  await expect(page.getByRole("link", { name: /^Pipeline #\d+/ })).toHaveCount(2);
  await expect(merging.getByRole("button", { name: "Merge", exact: true })).toBeEnabled();
  await expect(page.getByRole("tab", { selected: true }).getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(
    page.getByRole("contentinfo").getByRole("link", { name: /^Your pipeline #\d+: failed$/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.route(
    (url) => url.pathname === operations,
    async (route) => {
      const response = await route.fetch(onceMore);
      const json = { ...(await response.json()), only_allow_merge_if_pipeline_succeeds: true };
      await route.fulfill({ response, json });
    },
  );
  await page.reload();
  await expect(merging.getByText("The pipeline must succeed first.")).toBeVisible();
  await expect(merging.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
  await merging.getByRole("button", { name: "Run pipeline again" }).click();
  await expect(page.getByText(/^Started pipeline #\d+$/)).toBeVisible();
  // So do the rows of lists.
  for (const list of [projectPath(beacon, "merge_requests"), "/a/local/merge_requests"]) {
    await goTo(page, list);
    const row = page
      .getByRole("list", { name: "Merge requests" })
      .getByRole("listitem")
      .filter({ hasText: "Check the merge request" })
      .first();
    await expect(row.getByRole("link", { name: /^Pipeline #\d+: / })).toBeVisible();
    await expectAccessible(page);
  }
});

test("rows of merge requests without a pipeline show none, and each is asked for once", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/merge_requests\/\d+\/pipelines$/.test(pathname)) asked.push(pathname);
  });
  await page.goto(projectPath("fjord/lantern", "merge_requests"));
  const rows = page.getByRole("list", { name: "Merge requests" }).getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await page.waitForLoadState("load");
  await expect(page.getByText(/\d requests?$/)).toHaveCount(0);
  await expect(rows.getByRole("link", { name: /^Pipeline/ })).toHaveCount(0);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(await rows.count());
});

test("the tab of a pipeline that passed with warnings says so, as its head does", async ({ page }) => {
  const [passed] = Object.values(
    await callProject<{ id: number }[]>(page, beacon, "GET", "/pipelines?status=success&per_page=1"),
  );
  await page.route(
    (url) => url.pathname.endsWith(`/pipelines/${passed?.id}/jobs`),
    async (route) => {
      const response = await route.fetch(onceMore);
      const [first, ...others]: object[] = await response.json();
      await route.fulfill({
        response,
        json: [{ ...first, status: "failed", allow_failure: true }, ...others],
      });
    },
  );
  await page.goto(projectPath(beacon, `pipelines/${passed?.id}`));
  await expect(page.getByRole("main").getByText("Passed with warnings").first()).toBeVisible();
  const tab = page.getByRole("tab", { selected: true });
  await expect(tab.getByRole("img", { name: "Passed with warnings" })).toBeVisible();
  await expect(page).toHaveTitle(/^! /);
});
