import type { Locator } from "@playwright/test";
import { postToProject } from "./fixtures/post-to-project.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const harbor = "fjord/platform/harbor";

test("contributors are charted over time", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "contributors"));
  const chart = page.getByRole("slider", { name: "Commits by week" });
  await expect(chart).toBeVisible();
  await expect(page.getByRole("slider", { name: /by week$/ })).toHaveCount(9);
  // The first chart, those of the people and the table count the same commits.
  const totals = await page.getByText(/^[\d,]+ total$/).allTextContents();
  const [all = 0, ...people] = totals.map((text) => Number.parseInt(text.replaceAll(",", ""), 10));
  const sum = (numbers: readonly number[]) => numbers.reduce((before, count) => before + count, 0);
  expect(people).toHaveLength(8);
  expect(sum(people)).toBe(all);
  const cells = page.getByRole("table", { name: "Contributors" }).locator("tbody tr td:nth-child(2)");
  const counts = (await cells.allTextContents()).map((text) => Number.parseInt(text.replaceAll(",", ""), 10));
  expect(counts).toHaveLength(8);
  expect(sum(counts)).toBe(all);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /in the week of/);
  await expectAccessible(page);
  // The bars of the charts and of the table have one colour there.
  await page.emulateMedia({ forcedColors: "active" });
  const colours = (bars: Locator) =>
    bars.evaluateAll((all) => [
      ...new Set(
        all.map((bar) => getComputedStyle(bar).backgroundColor).filter((one) => one !== "rgba(0, 0, 0, 0)"),
      ),
    ]);
  const inTable = await colours(page.getByRole("main").locator("td span:empty"));
  expect(inTable).toHaveLength(1);
  // The first chart marks the week that the keyboard is at.
  const another = page.getByRole("slider", { name: /by week$/ }).nth(1);
  expect(await colours(another.locator(":empty"))).toEqual(inTable);
});

test("a comparison leads to a merge request of its branches", async ({ page }) => {
  await page.goto(
    `${projectPath("fjord/lantern", "compare")}?from=main&to=${encodeURIComponent("feature/größere-schrift")}`,
  );
  await page.getByRole("link", { name: "Create merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await expect(dialog.getByRole("button", { name: "Source branch: feature/größere-schrift" })).toBeVisible();
});

test("two refs are compared both ways, and equal ones are explained", async ({ page }) => {
  const branch = `compared-${Math.random().toString(36).slice(2, 8)}`;
  const path = `shaping/${Math.random().toString(36).slice(2, 8)}.txt`;
  await postToProject(page, harbor, "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: "Compare me",
    actions: [{ action: "create", file_path: path, content: "x" }],
  });
  await page.goto(`${projectPath(harbor, "compare")}?from=main&to=${branch}`);
  await expect(page.getByRole("article", { name: path })).toBeVisible();
  await expect(page.getByText("Compare me").first()).toBeVisible();
  await page.getByRole("button", { name: "Swap the sides" }).click();
  await expect(page.getByText(/main has no commits that .* lacks/)).toBeVisible();
  await page.getByRole("checkbox", { name: "Direct comparison" }).check();
  await expect(page.getByRole("article", { name: path })).toBeVisible();
  await page.getByRole("button", { name: `From: ${branch}` }).click();
  await page.getByRole("combobox", { name: "Branch, tag or commit" }).fill("main");
  await page.getByRole("option", { name: /^main/ }).first().click();
  await expect(page.getByRole("heading", { name: "Nothing to compare" })).toBeVisible();
  await expectAccessible(page);
});

test("two tags are compared", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern", "compare")}?from=v0.1.0&to=v0.2.0`);
  await expect(page.getByRole("heading", { name: /commits$/ })).toBeVisible();
});
