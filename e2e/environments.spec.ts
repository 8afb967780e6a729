import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { expect, onceMore, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

test("chosen deployments are marked in forced colours, and their files are compared", async ({ page }) => {
  await page.goto(projectPath(project, "environments"));
  await page.getByRole("link", { name: "staging", exact: true }).click();
  const deployments = page.getByRole("list", { name: "Deployments" });
  await deployments.getByRole("checkbox").nth(0).click();
  await deployments.getByRole("checkbox").nth(1).click();
  await expect(deployments.getByRole("checkbox", { checked: true })).toHaveCount(2);
  expect(await forcedColourProblems(page)).toEqual([]);
  // The next row would cover an outline that reaches into it.
  await page.emulateMedia({ forcedColors: "active" });
  const outline = await deployments
    .locator("[data-selected=true]")
    .first()
    .evaluate((row) => [getComputedStyle(row).outlineStyle, getComputedStyle(row).outlineOffset]);
  expect(outline).toEqual(["solid", "-2px"]);
  await page.emulateMedia({ forcedColors: null });
  await page.getByRole("link", { name: /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
  await page.goBack();
  await deployments
    .getByRole("link", { name: /^Changes of deployment/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
});

test("a long name leaves the deployments their room, and none of them can be compared", async ({ page }) => {
  const name = "every-region-of-the-coast/".repeat(10).slice(0, 255);
  await page.route(
    (url) => url.pathname.startsWith("/-/") && url.pathname.endsWith("/environments/1"),
    async (route) => {
      const response = await route.fetch(onceMore);
      await route.fulfill({ response, json: { ...(await response.json()), name } });
    },
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(projectPath(project, "environments/1"));
  const toggle = page.getByRole("heading", { level: 1 }).getByRole("button", { name, expanded: false });
  await expect.poll(async () => (await toggle.boundingBox())?.height).toBeLessThan(80);
  await expect(page.getByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deployments", exact: true })).toBeVisible();
  await expect(page.getByText(/to compare$/)).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press("Enter");
  const whole = page.getByRole("button", { name, expanded: true });
  await expect.poll(async () => (await whole.boundingBox())?.height).toBeGreaterThan(120);
});
