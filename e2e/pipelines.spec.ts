import type { Page } from "@playwright/test";
import { makeRepository } from "./fixtures/git-repository.ts";
import { goTo } from "./fixtures/go-to.ts";
import { openFolder } from "./fixtures/open-folder.ts";
import { reachApp } from "./fixtures/reach-app.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, expectAccessible, onceMore, projectPath, test } from "./fixtures/test.ts";

const beacon = "fjord/beacon";
const operations = `/-/accounts/local/operations/projects/${encodeURIComponent(beacon)}`;

/** Calls an operation as another client would, and returns its JSON. */
async function call(page: Page, method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
  await reachApp(page);
  return page.evaluate(
    async ([url, verb, json]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: verb, ...(json ? { headers, body: json } : {}) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return text.startsWith("{") || text.startsWith("[") ? (JSON.parse(text) as unknown) : text;
    },
    [operations + path, method, body ? JSON.stringify(body) : ""] as const,
  );
}

/** Makes a branch with a configuration of its own. */
const commitConfig = (page: Page, branch: string, content: string) =>
  call(page, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: `Describe the jobs of ${branch}`,
    actions: [{ action: "update", file_path: ".gitlab-ci.yml", content }],
  });

const byHand = `rules: [{ if: '$CI_PIPELINE_SOURCE == "api"' }]`;
const byHandManual = `rules: [{ if: '$CI_PIPELINE_SOURCE == "api"', when: manual, allow_failure: true }]`;
const config = `stages: [test, deploy]
greet: { stage: test, script: 'echo "said $GREETING"', ${byHand} }
break: { stage: test, script: exit 1, ${byHand} }
wait-a: { stage: deploy, script: sleep 600, needs: [greet], ${byHandManual} }
wait-b: { stage: deploy, script: sleep 600, needs: [greet], ${byHandManual} }
ship: { stage: deploy, script: "true", needs: [greet], ${byHandManual} }
`;

const slow = { timeout: 40_000 };

test("pipelines are filtered by one or many states, and the address keeps the filter", async ({ page }) => {
  await page.goto(projectPath(beacon));
  // Before the project is there, the keys lead to the pipelines of all accounts.
  await expect(page.getByRole("heading", { level: 1, name: "Beacon" }).first()).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/\/pipelines$/);
  const list = page.getByRole("list", { name: "Pipelines" });
  await expect(list.getByRole("link", { name: /\(58\)/ })).toBeVisible();
  await expect(list.getByRole("button", { name: /^Stage check: Passed, 2 jobs/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "States: All states" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/status=failed$/);
  await expect(list.getByRole("link", { name: /\(53\)/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /\(58\)/ })).toHaveCount(0);
  await page.getByRole("button", { name: "States: Failed" }).click();
  await page.getByRole("option", { name: "Canceled" }).click();
  await page.keyboard.press("Escape");
  await expect(list.getByRole("link", { name: /\(20\)/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "States: Failed, Canceled" })).toBeVisible();
  await page.getByRole("button", { name: "Source: all" }).click();
  await page.getByRole("option", { name: "Schedule" }).click();
  await expect(page.getByRole("heading", { name: "No pipeline matches" })).toBeVisible();
  await page.getByRole("search").getByRole("button", { name: "Clear filters" }).click();
  await expect(list.getByRole("link", { name: /\(58\)/ })).toBeVisible();
});

test("jobs are filtered by state, branch and name below their pipelines", async ({ page }) => {
  await page.goto(`${projectPath(beacon, "jobs")}?status=failed`);
  const list = page.getByRole("list", { name: "Jobs" });
  await expect(list.getByRole("link", { name: "unit" }).first()).toBeVisible();
  await expect(list.getByRole("heading", { name: /#54 main/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Job name" }).fill("soak");
  await expect(list.getByText("Failed, allowed").first()).toBeVisible();
  await expect(list.getByRole("link", { name: "unit" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Job name" }).fill("no such job");
  await expect(page.getByRole("heading", { name: "No job matches" })).toBeVisible();
});

test("the stage graph is walked by keyboard and leads to a job", async ({ page }) => {
  await page.goto(projectPath(beacon, "pipelines/55"));
  const graph = page.getByRole("region", { name: "Stage graph" });
  await expect(graph.getByRole("heading", { name: /^deliver/ })).toBeVisible();
  await expectAccessible(page);
  const link = (name: string) => graph.getByRole("link", { name: new RegExp(`^${name}:`) });
  await link("lint").focus();
  await page.keyboard.press("ArrowRight");
  await expect(link("unit")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link("soak")).toBeFocused();
  await expect(link("soak")).toHaveAccessibleName(/starts at once/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(link("deploy")).toBeFocused();
  await expect(link("deploy")).toHaveAccessibleName(/needs package/);
  // A line leads to it from what it needs.
  const lines = graph.locator("path[marker-end]");
  await expect(lines).toHaveCount(1);
  await expect(lines).toHaveAttribute("data-lit", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
});

test("bars show when each job waited, was queued and ran, and what decided the duration", async ({
  page,
}) => {
  await page.goto(`${projectPath(beacon, "pipelines/50")}?view=timeline`);
  const bars = page.getByRole("list", { name: "Jobs by time" }).getByRole("link");
  await expect(bars).toHaveCount(5);
  await expect(bars.filter({ hasText: "unit" })).toHaveAccessibleName(
    /^unit: .*waited .*, queued .*, ran .*, on the critical path$/,
  );
  await expect(bars.filter({ hasText: "soak" })).not.toHaveAccessibleName(/on the critical path/);
  // Each has a length, and what waited for another job begins after its end.
  const ran = async (name: string) => {
    const bar = bars.filter({ hasText: name }).locator("[data-tone][style]");
    const { x = 0, width = 0 } = (await bar.boundingBox()) ?? {};
    return { from: x, to: x + width, width };
  };
  const [lint, unit] = [await ran("lint"), await ran("unit")];
  expect(lint.width).toBeGreaterThan(10);
  expect(unit.width).toBeGreaterThan(10);
  expect(unit.from).toBeGreaterThanOrEqual(lint.to);
});

test("a pipeline is run with a variable, and its jobs are run, retried, canceled and erased, also many at once", async ({
  page,
}) => {
  await commitConfig(page, "by-hand", config);
  await page.goto(`${projectPath(beacon, "pipelines")}?ref=by-hand`);
  await page.getByRole("button", { name: "Run pipeline" }).click();
  const dialog = page.getByRole("dialog", { name: "Run pipeline" });
  await expect(dialog.getByRole("button", { name: "Ref: by-hand" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name of variable 1" }).fill("1ST");
  await expect(dialog.getByText("Letters, digits and underscores; not a digit first.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name of variable 1" }).fill("GREETING");
  await dialog.getByRole("textbox", { name: "Value of variable 1" }).fill("secret");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Run pipeline" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name of variable 1" })).toHaveValue("GREETING");
  await expect(dialog.getByRole("textbox", { name: "Value of variable 1" })).toHaveValue("");
  await dialog.getByRole("textbox", { name: "Value of variable 1" }).fill("hello");
  await dialog.getByRole("textbox", { name: "Value of variable 1" }).press("Enter");
  await expect(page).toHaveURL(/\/pipelines\/\d+$/);
  const graph = page.getByRole("region", { name: "Stage graph" });
  await expect(graph.getByRole("link", { name: /^break: Failed/ })).toBeVisible(slow);
  await expect(page.getByRole("region", { name: "Failed jobs" })).toContainText("script failed");
  await expect(graph.getByRole("link", { name: /^greet: Passed/ })).toBeVisible(slow);
  const greet = await graph.getByRole("link", { name: /^greet/ }).getAttribute("href");
  const trace = await call(page, "GET", `/jobs/${greet?.split("/").at(-1)}/trace`);
  expect(trace).toContain("said hello");

  // Live states do not flicker: the same box goes from state to state, and nothing is loaded anew.
  const ship = await graph.getByRole("link", { name: /^ship: Manual/ }).elementHandle();
  await page.evaluate(() => {
    const flicker = { count: 0 };
    new MutationObserver(() => {
      if (document.querySelector("main [aria-busy=true]")) flicker.count++;
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { flicker });
  });
  await graph.getByRole("button", { name: "Run ship" }).click();
  await expect(graph.getByRole("link", { name: /^ship: Passed/ })).toBeVisible(slow);
  expect(await ship?.evaluate((box) => box.isConnected)).toBe(true);
  expect(await page.evaluate(() => Reflect.get(window, "flicker"))).toEqual({ count: 0 });
  await page.getByRole("button", { name: "Retry failed jobs" }).press("Enter");
  // The button is gone while they run.
  await expect(page.getByRole("main")).toBeFocused();
  await expect(graph.getByRole("link", { name: /^break: Failed, attempt 2/ })).toBeVisible(slow);

  await page.getByRole("navigation", { name: "Pipeline" }).getByRole("link", { name: /^Jobs/ }).click();
  const jobs = page.getByRole("list", { name: "Jobs" });
  await expect(jobs.getByText("attempt 1")).toBeVisible();
  await page.getByRole("checkbox", { name: "Earlier attempts" }).click();
  await expect(jobs.getByText("attempt 1")).toHaveCount(0);
  // Heading, greet, break, heading, wait-a, wait-b, ship: by keys from the first to the last but one.
  await jobs.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await page.keyboard.press("Shift+ArrowDown");
  const selected = page.getByRole("region", { name: "Selected jobs" });
  await expect(selected).toContainText("2 selected");
  await expectAccessible(page);
  await tabTo(page, selected.getByRole("button", { name: "Run 2" }));
  await page.keyboard.press("Enter");
  const started = page.getByRole("dialog", { name: "Run 2 jobs" });
  await expect(started.getByRole("status")).toHaveText("Started 2 of 2");
  await page.keyboard.press("Escape");
  await expect(started).toBeHidden();
  await expect(jobs.getByText("Running", { exact: true })).toHaveCount(2);
  await jobs.getByRole("checkbox", { name: /^Select wait-a/ }).click();
  await jobs.getByRole("checkbox", { name: /^Select wait-b/ }).click({ modifiers: ["Shift"] });
  await tabTo(page, selected.getByRole("button", { name: "Cancel 2" }));
  await page.keyboard.press("Enter");
  const stop = page.getByRole("alertdialog", { name: "Cancel 2 jobs?" });
  await expect(stop).toContainText("All of them run");
  await stop.getByRole("button", { name: "Cancel 2 jobs" }).press("Enter");
  const canceled = page.getByRole("dialog", { name: "Cancel 2 jobs" });
  await expect(canceled.getByRole("status")).toHaveText("Canceled 2 of 2");
  await canceled.getByRole("button", { name: "Close" }).last().click();
  await expect(jobs.getByText("Canceled")).toHaveCount(2);

  await jobs.getByRole("checkbox", { name: /^Select greet/ }).click();
  await jobs.getByRole("checkbox", { name: /^Select ship/ }).click();
  await selected.getByRole("button", { name: "Erase 2" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Deletes the log");
  await tabTo(page, question.getByRole("button", { name: "Erase" }));
  await page.keyboard.press("Enter");
  const erased = page.getByRole("dialog", { name: "Erase 2 jobs" });
  await expect(erased.getByRole("status")).toHaveText("Erased 2 of 2");
  await erased.getByRole("button", { name: "Close" }).last().click();
  await expect(jobs.getByText("erased")).toHaveCount(2);

  // Whole pipelines, by keys.
  await goTo(page, `${projectPath(beacon, "pipelines")}?ref=by-hand`);
  const pipelines = page.getByRole("list", { name: "Pipelines" });
  await expect(pipelines.getByRole("checkbox")).toHaveCount(1);
  await pipelines.focus();
  await page.keyboard.press("Control+a");
  const chosen = page.getByRole("region", { name: "Selected pipelines" });
  await expect(chosen).toContainText("1 selected");
  await chosen.getByRole("button", { name: "Retry 1" }).press("Enter");
  const retried = page.getByRole("dialog", { name: "Retry 1 pipeline" });
  await expect(retried.getByRole("status")).toHaveText("Retried 1 of 1");
  await page.keyboard.press("Escape");
  await expect(chosen).toBeHidden();
  await expect(pipelines.getByText("Running")).toBeVisible();
  await pipelines.focus();
  await page.keyboard.press("Space");
  await chosen.getByRole("button", { name: "Cancel 1" }).press("Enter");
  await page
    .getByRole("alertdialog", { name: /^Cancel pipeline #\d+\?$/ })
    .getByRole("button", { name: "Cancel pipeline" })
    .press("Enter");
  const ended = page.getByRole("dialog", { name: "Cancel 1 pipeline" });
  await expect(ended.getByRole("status")).toHaveText("Canceled 1 of 1");
});

test("an invalid configuration is shown with its reason, also in the merge request", async ({ page }) => {
  await page.clock.install();
  await page.goto(`${projectPath(beacon, "pipelines")}?ref=invalid`);
  await expect(page.getByRole("heading", { name: "No pipeline matches" })).toBeVisible();
  await commitConfig(page, "invalid", "greet: { script: echo hello, stage: none }\n");
  const reason = 'there is no stage "none"';
  await expect
    .poll(async () => (await call(page, "GET", "/pipelines?ref=invalid")) as unknown[])
    .toHaveLength(1);
  // The list finds it by itself.
  await page.clock.fastForward("01:01");
  const list = page.getByRole("list", { name: "Pipelines" });
  await expect(list.getByText("No jobs: invalid configuration")).toBeVisible();
  await list.getByRole("link", { name: "Describe the jobs of invalid" }).click();
  const errors = page.getByRole("region", { name: "Configuration errors" });
  await expect(errors).toContainText(reason);
  await expect(errors.getByRole("link", { name: "Edit on invalid" })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, `${projectPath(beacon, "pipelines")}?ref=invalid&run=1`);
  const dialog = page.getByRole("dialog", { name: "Run pipeline" });
  await dialog.getByRole("button", { name: "Run pipeline" }).click();
  await expect(dialog.getByRole("alert")).toContainText(reason);
  const made = await call(page, "POST", "/merge_requests", {
    source_branch: "invalid",
    target_branch: "main",
    title: "Describe greeting",
  });
  await goTo(page, `${projectPath(beacon, `merge_requests/${(made as { iid: number }).iid}`)}?tab=pipelines`);
  const ofMergeRequest = page.getByRole("list", { name: "Pipelines of the merge request" });
  await expect(ofMergeRequest.getByText("No jobs: invalid configuration").first()).toBeVisible();
});

test("failed, running and watched jobs of all accounts are listed by project", async ({ page }) => {
  // The only project that the administrator is a member of: its folder is gone.
  const gone = makeRepository("gone", "Eve");
  gone.commit("readme.md", "# Gone\n", "Describe");
  await openFolder(page, gone.folder);
  gone.remove();
  await commitConfig(page, "long", "long: { script: sleep 600 }\n");
  const running = () => call(page, "GET", "/jobs?scope[]=running") as Promise<{ id: number; name: string }[]>;
  await expect.poll(async () => (await running()).map(({ name }) => name), slow).toContain("long");
  await page.goto("/ci");
  await page.getByRole("radio", { name: "Everyone" }).click();
  const failed = page.getByRole("list", { name: `Jobs of ${beacon}` });
  await expect(failed.getByRole("link", { name: /^#\d+$/ }).first()).toBeVisible();
  await expect(page.getByText(/projects? searched.* could not be loaded/)).toBeVisible();
  const boxes = failed.getByRole("checkbox");
  await boxes.nth(0).click();
  await boxes.nth(1).click({ modifiers: ["Shift"] });
  const selected = page.getByRole("region", { name: "Selected jobs" });
  await expect(selected.getByRole("button", { name: "Retry 2" })).toBeVisible();
  await expectAccessible(page);
  await selected.getByRole("button", { name: "Clear selection" }).click();
  await expect(selected).toBeHidden();
  await page.getByRole("radio", { name: "Running" }).click();
  await expect(failed.getByRole("link", { name: "long" })).toBeVisible();
  await failed.getByRole("listitem").filter({ hasText: "long" }).getByRole("link", { name: /^#/ }).click();
  await page.getByRole("button", { name: /^Watch Pipeline #/ }).click();
  await page.getByRole("link", { name: "CI", exact: true }).click();
  await page.getByRole("radio", { name: "Watched" }).click();
  const watched = page.getByRole("list", { name: `Watched in ${beacon}` });
  await watched.getByRole("button", { name: /^Stop watching Pipeline #/ }).click();
  await expect(page.getByText("Nothing is watched.")).toBeVisible();
  await page.getByRole("radio", { name: "Running" }).click();
  await failed.getByRole("button", { name: /^Cancel long/ }).click();
  await page
    .getByRole("alertdialog", { name: "Cancel long?" })
    .getByRole("button", { name: "Cancel job" })
    .click();
  await expect(failed.getByRole("link", { name: "long" })).toHaveCount(0);

  // Where the jobs of no project can be read, the page does not claim that there are none.
  const refused = { code: "forbidden", message: "Jobs are not for this account." };
  await page.route(/\/jobs\?/, (route) => route.fulfill({ status: 403, json: refused }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Jobs are not for this account.");
  await expect(page.getByText("No running jobs")).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("jobs run on this computer only where the switch is on, which explains the risk", async ({ page }) => {
  await page.goto(projectPath("fjord/toolbox-none", "pipelines"));
  await expect(page.getByRole("heading", { name: "Project not found" })).toBeVisible();
  await goTo(page, projectPath("fjord/lantern", "pipelines"));
  const toggle = page.getByRole("switch", { name: "Run jobs on this computer" });
  await expect(toggle).not.toBeChecked();
  await expect(page.getByText(/executes the repository's scripts with your rights/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Run pipeline" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Create .gitlab-ci.yml" })).toBeVisible();
  await expectAccessible(page);
  await toggle.click();
  await page.getByRole("button", { name: "Runs on this computer" }).click();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
});

test("a service that lists no pipelines shows the jobs alone, one that refuses them says so", async ({
  page,
}) => {
  const refuse = (status: number, code: string) =>
    page.route(/\/pipelines\?/, (route) =>
      route.fulfill({
        status,
        contentType: "application/json",
        body: JSON.stringify({ code, message: `${status} refused`, detail: `HTTP ${status}`, status }),
      }),
    );
  await refuse(404, "not_found");
  await page.goto(projectPath(beacon, "pipelines"));
  await expect(page.getByText("This service does not list pipelines.")).toBeVisible();
  // Which ones are visible depends on the specs that ran before.
  const links = page.getByRole("list", { name: "Jobs" }).getByRole("link");
  await expect(links.and(page.locator('[href*="/jobs/"]')).first()).toBeVisible();
  await refuse(403, "forbidden");
  await page.reload();
  await expect(page.getByRole("heading", { name: "No access to pipelines" })).toBeVisible();
  await expect(page.getByText("This service does not list pipelines.")).toHaveCount(0);
});

test("a pipeline of many stages leaves its row room for the commit", async ({ page }) => {
  const { id } = Object.values(
    (await call(page, "GET", "/pipelines?ref=main&per_page=1")) as { readonly id: number }[],
  )[0] ?? { id: 0 };
  await page.route(
    (url) => url.pathname.startsWith(operations) && url.pathname.endsWith(`/pipelines/${id}/jobs`),
    async (route) => {
      const response = await route.fetch(onceMore);
      const [job]: readonly object[] = await response.json();
      const jobs = Array.from({ length: 40 }, (_, index) => ({
        ...{ ...job, id: index + 1, name: `job ${index}`, stage: `stage ${index}` },
        status: index === 20 ? "failed" : "success",
      }));
      await route.fulfill({ response, json: jobs });
    },
  );
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(projectPath(beacon, "pipelines"));
  const row = page
    .getByRole("listitem")
    .filter({ hasText: `#${id}` })
    .first();
  const more = row.getByRole("link", { name: "33 more stages: Failed" });
  await expect(more).toBeVisible();
  await expect(row.getByRole("button", { name: "Stage stage 6: Passed, 1 job" })).toBeVisible();
  const title = await row.getByRole("link").first().boundingBox();
  expect(title?.width).toBeGreaterThan(60);
  expect(
    await page
      .getByRole("list", { name: "Pipelines" })
      .evaluate((list) => list.scrollWidth - list.clientWidth),
  ).toBe(0);
  await expectAccessible(page);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}$`));
  await expect(page.getByRole("region", { name: "Stage graph" })).toContainText("stage 39");
});

test("variables of a project are written and never shown again", async ({ page }) => {
  await page.goto(projectPath(beacon, "pipelines"));
  await page.getByRole("button", { name: "Variables" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No variables")).toBeVisible();
  await dialog.getByRole("button", { name: "Add variable" }).click();
  await dialog.getByRole("textbox", { name: "Key" }).fill("DEPLOY_TOKEN");
  const value = dialog.getByRole("textbox", { name: "Value" });
  await value.fill("short");
  await expect(dialog.getByText("A masked value is one word of at least 8 characters.")).toBeVisible();
  await value.fill("s3cret-of-the-pier");
  await dialog.getByRole("checkbox", { name: "Protected" }).check();
  await expectAccessible(page);
  await value.press("Tab");
  await dialog.getByRole("button", { name: "Add variable" }).click();
  const row = dialog.getByRole("list", { name: "Variables" }).getByRole("listitem");
  await expect(row).toHaveText(/DEPLOY_TOKEN.*Masked.*Protected/);
  await expectAccessible(page);
  await row.getByRole("button", { name: "Edit DEPLOY_TOKEN" }).click();
  await expect(dialog.getByRole("textbox", { name: "New value" })).toHaveValue("");
  await dialog.getByRole("textbox", { name: "Description" }).fill("For the pier");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(row).toContainText("For the pier");
  expect(await page.content()).not.toContain("s3cret-of-the-pier");
  await row.getByRole("button", { name: "Delete DEPLOY_TOKEN" }).click();
  await page.getByRole("button", { name: "Delete variable" }).click();
  await expect(dialog.getByText("No variables")).toBeVisible();
});
