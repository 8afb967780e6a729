import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("times follow the clock, also in a row that gets a later one", async ({ page }) => {
  await page.clock.install({ time: Date.now() - 180_000 });
  await page.goto(projectPath(project, "branches"));
  const row = page
    .getByRole("list", { name: "Branches" })
    .getByRole("listitem")
    .filter({ hasText: "main" })
    .first();
  await expect(row).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await commitFiles(page, project, { [`keeping/${unique()}.txt`]: "one\n" });
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(row.getByText("just now")).toBeVisible();
  await expect(page.getByText(/^in \d+ minutes?$/)).toHaveCount(0);
});
