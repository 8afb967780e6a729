import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("times follow the clock while the page is open, also where the service's is ahead", async ({ page }) => {
  await page.clock.install({ time: Date.now() - 600_000 });
  await page.goto(projectPath(project, "branches"));
  const row = page
    .getByRole("list", { name: "Branches" })
    .getByRole("listitem")
    .filter({ hasText: "main" })
    .first();
  await expect(row).toBeVisible();
  await commitAsAnotherClient(sampleCallsOf(page), project, { [`keeping/${unique()}.txt`]: "one\n" });
  // The commit is some minutes ahead of the page's clock, and the list is read anew.
  await page.clock.fastForward("06:00");
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(row.getByText("just now")).toBeVisible();
  await expect(page.getByText(/^in \d+ minutes?$/)).toHaveCount(0);
  await page.clock.fastForward("14:00");
  await expect(row.getByText(/^(9|10) minutes ago$/)).toBeVisible();
});

test("the day of a last activity follows the clock while the page is open", async ({ page }) => {
  await page.clock.install();
  await page.goto(hrefs.admin("local", "users"));
  const day = page
    .getByRole("grid", { name: "Users" })
    .getByText(/^(Today|Yesterday)$/)
    .first();
  await expect(day).toBeVisible();
  await page.clock.fastForward(72 * 3_600_000);
  await expect(day).toHaveCount(0);
  await expect(
    page
      .getByRole("grid", { name: "Users" })
      .getByText(/^[34] days ago$/)
      .first(),
  ).toBeVisible();
});
