import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const fleet = "/a/local/runners";

/** Opens the fleet with a filter and waits for its rows. */
async function openFleet(page: Page, query = "", path = fleet): Promise<Locator> {
  await page.goto(`${path}${query ? `?q=${encodeURIComponent(query)}` : ""}`);
  const table = page.getByRole("grid", { name: "Runners" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  return table;
}

const rows = (table: Locator) => table.getByRole("row").filter({ has: table.page().getByRole("gridcell") });
const filterField = (page: Page) => page.getByRole("combobox", { name: "Filter runners" });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Makes a runner of the project, copies its token or not, and closes the dialog; returns the token. */
async function register(
  page: Page,
  description: string,
  means: "Registration token" | "Create as yourself",
  copies: boolean,
): Promise<string> {
  await page.getByRole("button", { name: "Register runner" }).click();
  const dialog = page.getByRole("dialog", { name: "Register runner" });
  await dialog.getByRole("radio", { name: means }).click();
  if (means === "Registration token") {
    await dialog.getByRole("button", { name: "Use this project's token" }).click();
  } else {
    await expect(dialog.getByRole("combobox", { name: "Runs jobs of" })).toHaveText(/fjord\/lantern/);
    await expectAccessible(page);
  }
  await dialog.getByRole("textbox", { name: "Description" }).fill(description);
  await dialog.getByRole("textbox", { name: "Tags" }).fill("doomed");
  await dialog.getByRole("button", { name: "Register runner" }).click();
  const made = page.getByRole("dialog", { name: "Runner registered" });
  await expect(made.getByRole("textbox", { name: "Runner token" })).toHaveValue(/^•+$/);
  await expect(made.getByText("hlr-")).toHaveCount(0);
  await made.getByRole("button", { name: "Show token" }).click();
  const token = await made.getByRole("textbox", { name: "Runner token" }).inputValue();
  await expect(made.getByText(`token = "${token}"`)).toBeVisible();
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const [save, config] = [made.getByRole("button", { name: "Save" }), made.locator("pre")];
  const [end = 0, limit = -1] = (await Promise.all([save.boundingBox(), config.boundingBox()])).map(
    (box) => (box?.x ?? 0) + (box?.width ?? 0),
  );
  expect(end).toBeLessThanOrEqual(limit);
  if (viewport) await page.setViewportSize(viewport);
  if (copies) {
    await made.getByRole("button", { name: "Copy token" }).click();
    await expect.poll(() => clipboard(page)).toBe(token);
    await page.getByRole("button", { name: "Clear clipboard" }).click();
    await expect.poll(() => clipboard(page)).toBe("");
  }
  await made.getByRole("button", { name: "Done" }).click();
  // No confirmation after it was copied.
  if (!copies) await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
  await expect(made).toBeHidden();
  return token;
}

test("the fleet is filtered by text, with completions, and the address keeps it", async ({ page }) => {
  const table = await openFleet(page);
  await expect(page.getByRole("heading", { level: 1, name: "Runners" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Failures" })).toBeVisible();
  // Details and jobs of the rows in view arrive by themselves.
  await expect(
    rows(table)
      .first()
      .getByText(/linux|windows|darwin/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Fleet" })).toContainText("41 runners");
  await expectAccessible(page);

  const field = filterField(page);
  await field.fill("sttaus:online");
  await expect(page.getByText("Did you mean status:?")).toBeVisible();
  await field.fill("stat");
  await expect(page.getByRole("option", { name: /^status:/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("st");
  await expect(field).toHaveValue("status:st");
  await expect(page.getByRole("option", { name: /^stale/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=status(%3A|:)stale/);
  await expect(rows(table).first()).toContainText("Stale");
  await expect(table.getByText("Online", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Stale/ })).toHaveAttribute("aria-pressed", "true");

  await field.fill("type:group version:18");
  await expect(page).toHaveURL(/version/);
  await expect(rows(table).first()).toContainText("Group");
  await expect(page.getByRole("region", { name: "Fleet" })).toContainText(/ of \d.* match/);
  await page.reload();
  await expect(field).toHaveValue("type:group version:18");
  await expect(rows(table).first()).toContainText("Group");
  await field.fill("nothing has this name");
  await expect(page.getByRole("heading", { name: "No runner matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await table.getByRole("button", { name: "Version" }).click();
  await expect(table.getByRole("columnheader", { name: "Version" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(page).toHaveURL(/sort=version-asc/);
});

test("a runner is edited in the panel, and its jobs lead to their logs", async ({ page }) => {
  const table = await openFleet(page, "type:instance");
  await rows(table).first().getByText(/^#1 /).click();
  const panel = page.getByRole("region", { name: /^Runner .+/ });
  await expect(panel.getByText("Last contact")).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Edit" }).click();
  const form = panel.getByRole("form", { name: "Edit runner" });
  const save = form.getByRole("button", { name: "Save changes" });
  await form.getByRole("textbox", { name: "Description" }).fill("renamed runner");
  await form.getByRole("textbox", { name: "Maximum timeout" }).fill("5");
  await expect(form.getByText("At least 10 minutes")).toBeVisible();
  await expect(save).toBeDisabled();
  await form.getByRole("textbox", { name: "Maximum timeout" }).fill("90");
  await form.getByRole("textbox", { name: "Tags" }).fill("one, two");
  // What was typed is still there after a reload.
  await page.reload();
  await panel.getByRole("button", { name: "Edit" }).click();
  await form.getByRole("button", { name: "Discard" }).click();
  await page.getByText(/^Discarded changes to /).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await panel.getByRole("button", { name: "Edit" }).click();
  await expect(form.getByRole("textbox", { name: "Description" })).toHaveValue("renamed runner");
  await save.click();
  await expect(panel.getByRole("heading", { name: "renamed runner" })).toBeVisible();
  await expect(panel.getByText("90 min")).toBeVisible();
  await expect(table.getByText("renamed runner")).toBeVisible();
  await panel.getByRole("button", { name: "Edit" }).click();
  await form.getByRole("textbox", { name: "Maximum timeout" }).fill("");
  await save.click();
  await expect(panel.getByText("No limit")).toBeVisible();

  await panel.getByRole("radio", { name: "Jobs" }).click();
  const jobs = panel.getByRole("list", { name: "Jobs of the runner" });
  await expect(jobs.getByRole("listitem").first()).toBeVisible();
  await expect(panel.getByRole("radio", { name: "Passed" })).toBeVisible();
  await panel.getByRole("radio", { name: "Failed" }).click();
  await expect(jobs.getByRole("img", { name: /^Failed/ }).first()).toBeVisible();
  await expect(jobs.getByRole("img", { name: "Passed" })).toHaveCount(0);
  await jobs.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/p\/[^/]+\/jobs\/\d+/);
});

test("many are paused after a dry run, with the keyboard, and that is undone", async ({ page }) => {
  const table = await openFleet(page, "type:group");
  const count = await rows(table).count();
  await table.focus();
  await page.keyboard.press("Control+a");
  const bar = page.getByRole("toolbar", { name: "Selected runners" });
  await expect(bar).toContainText("12 selected");
  expect(count).toBeLessThanOrEqual(12);
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar).toContainText("4 selected");
  await bar.getByRole("button", { name: "Select all 12 that match" }).click();
  await expect(bar).toContainText("12 selected");
  const paused = page.getByRole("button", { name: /^Paused/ });
  await expect(paused).toContainText(/\d/);
  const before = await paused.innerText();
  await bar.getByRole("button", { name: "Pause…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pause runners" });
  await expect(dialog.getByRole("list", { name: "Dry run" })).toContainText("Active → paused");
  await expect(dialog.getByText(/\d+ will change/)).toBeVisible();
  await expectAccessible(page);
  const act = dialog.getByRole("button", { name: /^Pause \d+ runners?$/ });
  const changed = Number(/\d+/.exec((await act.textContent()) ?? "")?.[0]);
  await act.press("Enter");
  await expect(dialog.getByText(`Paused ${changed} of ${changed}`)).toBeVisible();
  const progress = dialog.getByRole("progressbar", { name: "Pause runners" });
  await expect(progress).toHaveAttribute("aria-valuenow", "100");
  await expect(dialog.getByRole("img", { name: "Done" }).first()).toBeVisible();
  // The bar of the progress, and the rows that are selected behind the dialog.
  expect(await forcedColourProblems(page)).toEqual([]);
  await expect(dialog.getByRole("button", { name: `Undo ${changed} runners` })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().press("Enter");
  await expect(bar).toBeHidden();
  // Another view undoes it as well.
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(table).toBeHidden();
  const notices = page.getByRole("region", { name: /^Notifications/ });
  await notices.getByRole("button", { name: "Undo" }).press("Enter");
  const undone = page.getByRole("dialog", { name: "Undo" });
  await expect(undone.getByText(`Restored ${changed} of ${changed}`)).toBeVisible();
  await undone.getByRole("button", { name: "Close" }).last().press("Enter");
  await expect(undone).toBeHidden();
  await page.goBack();
  await expect(paused).toHaveText(before, { useInnerText: true });
});

test("tags are added to many runners, and failures show their reason", async ({ page }) => {
  const table = await openFleet(page, "type:project");
  await rows(table).nth(0).getByRole("checkbox").click();
  await rows(table)
    .nth(2)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const bar = page.getByRole("toolbar", { name: "Selected runners" });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change tags" });
  await dialog.getByRole("textbox", { name: "Tags" }).fill("added-here");
  await expect(dialog.getByText("3 will change")).toBeVisible();
  await dialog.getByRole("button", { name: "Change tags of 3 runners" }).click();
  await expect(dialog.getByText("Changed tags of 3 of 3")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await filterField(page).fill("tag:added-here");
  await expect(page.getByRole("region", { name: "Fleet" })).toContainText("3 runners");
  await expect(rows(table).first()).toContainText("added-here");

  await page.goto(`${fleet}?q=type:instance`);
  await rows(table).first().getByRole("checkbox").click();
  await bar.getByRole("button", { name: "Enable for project…" }).click();
  const enable = page.getByRole("dialog", { name: "Enable runners for a project" });
  await enable.getByRole("button", { name: "Choose a project…" }).click();
  await page.getByRole("option", { name: "fjord/lantern" }).first().click();
  await expect(enable.getByText("Instance runners serve every project already.")).toBeVisible();
  await expect(enable.getByRole("button", { name: "Enable 0 runners" })).toBeDisabled();
});

test("runners are registered with a token shown once, verified, and deleted in bulk", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  const table = await openFleet(page, "", projectPath("fjord/lantern", "runners"));
  const token = await register(page, "doomed-1", "Registration token", false);
  expect(token).toMatch(/^hlr-/);
  await register(page, "doomed-2", "Create as yourself", true);
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Verify a token…" }).click();
  const verify = page.getByRole("dialog", { name: "Verify a runner's token" });
  await verify.getByLabel("Runner token").fill("hlr-not-a-token");
  await verify.getByRole("button", { name: "Verify" }).click();
  await expect(verify.getByText("The token is not valid")).toBeVisible();
  await verify.getByLabel("Runner token").fill(token);
  await verify.getByRole("button", { name: "Verify" }).click();
  await expect(verify.getByText("The token is valid.")).toBeVisible();
  await verify.getByRole("button", { name: "Close" }).last().click();

  await filterField(page).fill("tag:doomed");
  await expect(page.getByRole("region", { name: "Fleet" })).toContainText("2 runners");
  await table.getByRole("checkbox", { name: "Select all loaded rows" }).click();
  const bar = page.getByRole("toolbar", { name: "Selected runners" });
  // Enabled for another project, and undone, which disables them there.
  await bar.getByRole("button", { name: "Enable for project…" }).click();
  const enable = page.getByRole("dialog", { name: "Enable runners for a project" });
  await enable.getByRole("button", { name: /fjord\/lantern/ }).click();
  await page.getByRole("option", { name: "fjord/beacon" }).first().click();
  await enable.getByRole("button", { name: "Enable 2 runners" }).click();
  await expect(enable.getByText("Enabled 2 of 2")).toBeVisible();
  await enable.getByRole("button", { name: "Undo 2 runners" }).click();
  const undone = page.getByRole("dialog", { name: "Undo" });
  await expect(undone.getByText("Restored 2 of 2")).toBeVisible();
  await undone.getByRole("button", { name: "Close" }).last().click();
  await table.getByRole("checkbox", { name: "Select all loaded rows" }).check();
  await bar.getByRole("button", { name: "Enable for project…" }).click();
  await enable.getByRole("button", { name: /fjord\/lantern/ }).click();
  await page.getByRole("option", { name: "fjord/beacon" }).first().click();
  await expect(enable.getByRole("button", { name: "Enable 2 runners" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(enable).toBeHidden();
  const running = [{ id: 1, name: "deploy", status: "running" }];
  await page.route(/\/runners\/\d+\/jobs/, (route) => route.fulfill({ json: running }), { times: 1 });
  await bar.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete runners" });
  const dryRun = dialog.getByRole("list", { name: "Dry run" });
  await expect(dryRun.getByText("With 1 running job")).toHaveCount(1);
  await expect(dialog.getByText("2 will be deleted")).toBeVisible();
  // One fails at first: its result shows that, and it is retried.
  await page.route(/\/runners\/\d+$/, (route) => route.abort(), { times: 1 });
  await dialog.getByRole("button", { name: "Delete 2 runners…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 runners?" });
  const sure = question.getByRole("button", { name: "Delete 2 runners" });
  await expect(sure).toBeDisabled();
  await question.getByRole("textbox").fill("2");
  await sure.click();
  await expect(dialog.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(dialog.getByText("Deleted 1 of 2")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Retry 1 runner" }).click();
  await expect(dialog.getByText("Deleted 2 of 2")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("heading", { name: "No runner matches" })).toBeVisible();
});

test("the shown runners are saved as CSV, and charts name their data", async ({ page }) => {
  await openFleet(page, "type:instance");
  await page.getByRole("button", { name: "More actions" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^CSV with all details/ }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("runners.csv");
  const text = await readFile(await saved.path(), "utf8");
  const [head, ...lines] = text.trim().split("\r\n");
  expect(head).toContain("id,description,name,type,status,paused,contacted_at,tags,version");
  expect(lines.length).toBeGreaterThanOrEqual(12);
  expect(lines[0]).toMatch(/,instance,/);
  expect(lines[0]).toMatch(/\d+\.\d+\.\d+/);

  await page.getByRole("button", { name: "Charts" }).click();
  const charts = page.getByRole("region", { name: "Charts" });
  await expect(charts.getByRole("slider", { name: "Running jobs over time" })).toBeVisible();
  await expect(
    charts.getByText(/Counts the last 100 jobs of each runner, for \d+ of \d+ shown runners/),
  ).toBeVisible();
  expect(await forcedColourProblems(page)).toEqual([]);
  await charts.getByRole("slider", { name: "Running jobs over time" }).press("ArrowRight");
  await expect(charts.getByText(/^\d+ at /)).toBeVisible();
  await expect(charts.getByText(/^[\d,]+ of [\d,]+ failed$/)).toBeVisible();
  await charts.getByRole("slider", { name: "Finished and failed jobs over time" }).press("ArrowRight");
  await expect(charts.getByText(/^\d+ of \d+ failed, /)).toBeVisible();
  await expectAccessible(page);
  await charts.getByRole("region", { name: "Jobs per runner" }).getByRole("button").first().click();
  await expect(page.getByRole("region", { name: /^Runner .+/ })).toBeVisible();
});

test("of ten thousand runners only those in view are read", async ({ page }) => {
  const total = 10_000;
  const read = new Set<number>();
  const entry = (id: number) => ({
    id,
    description: `unit-${id}`,
    active: true,
    status: "online",
    online: true,
    runner_type: "instance_type",
  });
  const jobs = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: 100 - index, name: "unit", status: index < 3 ? "failed" : "success" },
    ...(index === 91 ? { name: "deploy", status: "running" } : {}),
    project: { path_with_namespace: "fjord/beacon" },
  }));
  await page.route(/\/operations\/runners\/all\?/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const size = Number(query.get("per_page"));
    const number = Number(query.get("page") ?? 1);
    const next = number * size < total ? String(number + 1) : "";
    const entries = Array.from({ length: size }, (_, index) => entry((number - 1) * size + index + 1));
    return route.fulfill({ json: entries, headers: { "x-total": String(total), "x-next-page": next } });
  });
  await page.route(/\/operations\/runners\/\d+/, (route) => {
    const { pathname } = new URL(route.request().url());
    const id = Number(/runners\/(\d+)/.exec(pathname)?.[1]);
    read.add(id);
    const detail = { ...entry(id), tag_list: [`tag-${id}`], version: "18.1.0", platform: "linux" };
    return route.fulfill({ json: pathname.endsWith("/jobs") ? (id === 1 ? jobs : []) : detail });
  });
  const table = await openFleet(page);
  await expect(table.getByText("tag-1", { exact: true })).toBeVisible();
  // The list is joined with the last jobs: what runs, and how often the others failed.
  const joined = rows(table).filter({ hasText: "unit-1" }).first();
  await expect(joined.getByRole("link", { name: "deploy #9" })).toHaveAttribute(
    "href",
    /fjord%2Fbeacon\/jobs\/9$/,
  );
  await expect(joined.getByRole("gridcell").filter({ hasText: "%" })).toHaveText(/^3%\s*of 99$/);
  const fleetLine = page.getByRole("region", { name: "Fleet" });
  await expect(fleetLine).toContainText("of 10,000");
  await table.getByRole("button", { name: "Runner" }).click();
  await expect(fleetLine).toContainText("Sorted within the loaded runners only");
  await fleetLine.getByRole("button", { name: "Load all" }).click();
  await expect(fleetLine).toContainText("10,000 runners", { timeout: 30_000 });
  await expect(fleetLine).not.toContainText("Sorted within");
  await table.focus();
  await page.keyboard.press("End");
  await expect(table.getByText("unit-10000", { exact: true })).toBeVisible();
  await expect(table.getByText("tag-10000", { exact: true })).toBeVisible();
  expect(await rows(table).count()).toBeLessThan(60);
  expect(read.size).toBeLessThan(120);
  expect([...read].every((id) => id < 120 || id > total - 60)).toBe(true);
  // Another filter begins at its first match.
  await filterField(page).fill("unit-9");
  await expect(fleetLine).toContainText("1,111 of 10,000");
  await expect(table.getByText("unit-9", { exact: true })).toBeVisible();
});

test("the count stays at the end of the page without a match, and the filter after an error", async ({
  page,
}) => {
  await page.goto(`${fleet}?q=nothing-like-it`);
  await expect(page.getByRole("heading", { name: "No runner matches" })).toBeVisible();
  const count = page.getByRole("region", { name: "Fleet" });
  await expect(count).toContainText("0 of 41 runners match");
  const foot = await count.boundingBox();
  const line = await page.getByRole("contentinfo").boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBe(line?.y);

  // As far below the filter as in the list of jobs.
  const gaps: number[] = [];
  for (const [list, field] of [
    ["runners", "combobox"],
    ["jobs", "searchbox"],
  ] as const) {
    await page.route(
      (url) => url.pathname.startsWith("/-/") && url.href.includes(`/${list}?`),
      (route) => route.fulfill({ status: 403, json: { code: "forbidden", message: "No.", status: 403 } }),
    );
    await page.goto(projectPath("fjord/beacon", list));
    const bar = page.getByRole("main").getByRole(field).first().locator("xpath=ancestor::search");
    await expect(bar).toBeVisible();
    const heading = await page
      .getByRole("heading", { name: list === "jobs" ? "No access to jobs" : "Not allowed" })
      .boundingBox();
    const box = await bar.boundingBox();
    gaps.push(Math.round((heading?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)));
  }
  expect(gaps[0]).toBe(gaps[1]);
});
