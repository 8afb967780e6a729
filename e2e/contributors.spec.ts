import type { Locator } from "@playwright/test";
import { expect, projectPath, test } from "./fixtures/test.ts";

test("the bars of contributors' charts and of their table have one colour in forced colours", async ({
  page,
}) => {
  await page.goto(projectPath("fjord/lantern", "contributors"));
  const chart = page.getByRole("slider", { name: "Commits by week" });
  await expect(chart).toBeVisible();
  await expect(page.getByRole("slider", { name: /by week$/ })).toHaveCount(9);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /in the week of/);
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
