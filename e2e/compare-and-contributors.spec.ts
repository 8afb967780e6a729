import type { Locator } from "@playwright/test";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

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
