import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject } from "./fixtures/call-project.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, test } from "./fixtures/test.ts";

const fleet = "/a/local/runners";
const ofLantern = projectPath("fjord/lantern", "runners");

/** Opens the fleet with a filter and waits for its rows. */
async function openFleet(page: Page, query = "", path = fleet): Promise<Locator> {
  await page.goto(`${path}${query ? `?q=${encodeURIComponent(query)}` : ""}`);
  const table = page.getByRole("grid", { name: "Runners" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  return table;
}

const rows = (table: Locator) => table.getByRole("row").filter({ has: table.page().getByRole("gridcell") });
const filterField = (page: Page) => page.getByRole("combobox", { name: "Filter runners" });

test("a runner is registered, verified, edited and deleted by keyboard", { tag: "@smoke" }, async ({
  page,
}) => {
  const key = (name: string) => page.keyboard.press(name);
  await page.goto(ofLantern);
  await expect(page.getByRole("grid", { name: "Runners" }).getByRole("row").nth(1)).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Register runner" }));
  await key("Enter");
  const dialog = page.getByRole("dialog", { name: "Register runner" });
  await tabTo(page, dialog.getByRole("radio", { checked: true }));
  const byToken = dialog.getByRole("radio", { name: "Registration token" });
  if (!(await byToken.isChecked())) await key("ArrowRight");
  await expect(byToken).toBeChecked();
  await tabTo(page, dialog.getByRole("button", { name: "Use this project's token" }));
  await key("Enter");
  await tabTo(page, dialog.getByRole("textbox", { name: "Description" }));
  await page.keyboard.type("made-by-keys");
  await tabTo(page, dialog.getByRole("textbox", { name: "Tags" }));
  await page.keyboard.type("keys");
  await key("Enter");
  const made = page.getByRole("dialog", { name: "Runner registered" });
  await tabTo(page, made.getByRole("button", { name: "Show token" }));
  await key("Enter");
  const token = await made.getByRole("textbox", { name: "Runner token" }).inputValue();
  await key("Escape");
  const question = page.getByRole("alertdialog");
  await tabTo(page, question.getByRole("button", { name: "Close" }));
  await key("Enter");
  await expect(made).toBeHidden();

  await tabTo(page, page.getByRole("button", { name: "More actions" }));
  await key("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.type("ver");
  await expect(page.getByRole("menuitem", { name: "Verify a token…" })).toBeFocused();
  await key("Enter");
  const verify = page.getByRole("dialog", { name: "Verify a runner's token" });
  await expect(verify.getByLabel("Runner token")).toBeFocused();
  await page.keyboard.type(token);
  await key("Enter");
  await expect(verify.getByText("The token is valid.")).toBeVisible();
  await key("Escape");

  await tabTo(page, page.getByRole("combobox", { name: "Filter runners" }), "Shift+Tab");
  await page.keyboard.type("tag:keys");
  await key("Enter");
  const table = page.getByRole("grid", { name: "Runners" });
  await expect(page.getByRole("region", { name: "Fleet" })).toContainText("1 runner");
  await tabTo(page, table);
  await key("Enter");
  const panel = page.getByRole("region", { name: "Runner made-by-keys" });
  await expect(panel).toBeFocused();
  await tabTo(page, panel.getByRole("button", { name: "Edit" }));
  await key("Enter");
  const form = panel.getByRole("form", { name: "Edit runner" });
  await tabTo(page, form.getByRole("textbox", { name: "Description" }));
  await key("ControlOrMeta+a");
  await page.keyboard.type("renamed-by-keys");
  await key("Enter");
  const renamed = page.getByRole("region", { name: "Runner renamed-by-keys" });
  await expect(renamed.getByRole("button", { name: "Edit" })).toBeFocused();
  await tabTo(page, renamed.getByRole("button", { name: "More actions" }), "Shift+Tab");
  await key("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await key("End");
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await key("Enter");
  const remove = page.getByRole("dialog", { name: "Delete runners" });
  await tabTo(page, remove.getByRole("button", { name: "Delete 1 runner…" }));
  await key("Enter");
  await tabTo(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 runner" }));
  await key("Enter");
  await expect(remove.getByText("Deleted 1 of 1")).toBeVisible();
  await key("Escape");
  await expect(page.getByRole("heading", { name: "No runner matches" })).toBeVisible();
});

test("the token of a new runner fits a narrow window and is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  await openFleet(page, "", ofLantern);
  await page.getByRole("button", { name: "Register runner" }).click();
  const dialog = page.getByRole("dialog", { name: "Register runner" });
  await dialog.getByRole("radio", { name: "Create as yourself" }).click();
  await dialog.getByRole("textbox", { name: "Description" }).fill("copied");
  await dialog.getByRole("textbox", { name: "Tags" }).fill("copied");
  await dialog.getByRole("button", { name: "Register runner" }).click();
  const made = page.getByRole("dialog", { name: "Runner registered" });
  await made.getByRole("button", { name: "Show token" }).click();
  const token = await made.getByRole("textbox", { name: "Runner token" }).inputValue();
  await page.setViewportSize({ width: 320, height: 640 });
  const [save, config] = [made.getByRole("button", { name: "Save" }), made.locator("pre").last()];
  const [end = 0, limit = -1] = (await Promise.all([save.boundingBox(), config.boundingBox()])).map(
    (box) => (box?.x ?? 0) + (box?.width ?? 0),
  );
  expect(end).toBeLessThanOrEqual(limit);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await made.getByRole("button", { name: "Copy token" }).click();
  await expect.poll(clipboard).toBe(token);
  await page.getByRole("button", { name: "Clear clipboard" }).click();
  await expect.poll(clipboard).toBe("");
  await made.getByRole("button", { name: "Done" }).click();
  // No confirmation after it was copied.
  await expect(made).toBeHidden();
  // Other specs count the runners.
  const runners = await callProject<{ id: number; description: string }[]>(
    page,
    "fjord/lantern",
    "GET",
    "/runners?per_page=100",
  );
  const id = runners.find(({ description }) => description === "copied")?.id;
  await page.evaluate(
    (path) => fetch(path, { method: "DELETE" }),
    `/-/accounts/local/operations/runners/${id}`,
  );
});

test("selected runners and a progress are visible in forced colours", async ({ page }) => {
  const table = await openFleet(page, "type:group");
  await table.focus();
  await page.keyboard.press("Control+a");
  await page
    .getByRole("toolbar", { name: "Selected runners" })
    .getByRole("button", { name: "Pause…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Pause runners" });
  await dialog.getByRole("button", { name: /^Pause \d+ runners?$/ }).click();
  await expect(dialog.getByText(/^Paused (\d+) of \1$/)).toBeVisible();
  expect(await forcedColourProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Undo \d+ runners$/ }).click();
  await expect(page.getByRole("dialog", { name: "Undo" }).getByText(/^Restored (\d+) of \1$/)).toBeVisible();
});

test("the shown runners are saved as CSV, and charts are visible in forced colours", async ({ page }) => {
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
  await expect(charts.getByText(/Counts the last 100 jobs of each runner/)).toBeVisible();
  expect(await forcedColourProblems(page)).toEqual([]);
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
