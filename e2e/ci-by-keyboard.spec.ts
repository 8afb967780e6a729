import { beacon, startPipeline } from "./fixtures/pipeline.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

test("a bar of the time axis leads to its job by keyboard", async ({ page }) => {
  await page.goto(`${projectPath(beacon, "pipelines/50")}?view=timeline`);
  const bar = page.getByRole("list", { name: "Jobs by time" }).getByRole("link", { name: /^unit: / });
  await expect(bar).toBeVisible();
  await tabTo(page, bar);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Log of unit" })).toBeVisible();
});

test("a pipeline is watched, listed and no longer watched by keyboard", async ({ page }) => {
  const { id, name } = await startPipeline(page);
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  const watch = page.getByRole("button", { name: `Watch ${name}` });
  await expect(watch).toBeVisible();
  await tabTo(page, watch);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Stop watching ${name}` })).toBeFocused();
  await tabTo(page, page.getByRole("contentinfo").getByRole("button", { name: /^Watching \d+$/ }));
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: "Watched jobs and pipelines" });
  await expect(list.getByRole("link", { name })).toBeVisible();
  await tabTo(page, list.getByRole("button", { name: new RegExp(`${name}\\b`) }).first());
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name })).toHaveCount(0);
});

test("two deployments are compared by keyboard", async ({ page }) => {
  await page.goto(projectPath(beacon, "environments"));
  const environments = page.getByRole("list", { name: "Environments" });
  const staging = environments.getByRole("link", { name: "staging", exact: true });
  await expect(staging).toBeVisible();
  await staging.press("Enter");
  const deployments = page.getByRole("list", { name: "Deployments" });
  await expect(deployments.getByRole("listitem").nth(1)).toBeVisible();
  await tabTo(page, deployments);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const compare = page.getByRole("link", { name: /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/ });
  await expect(compare).toBeVisible();
  await tabTo(page, compare, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
});
