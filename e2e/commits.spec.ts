import { expect, projectPath, test } from "./fixtures/test.ts";

test("commits are listed by day and loaded while one scrolls", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const list = page.getByRole("list", { name: "Commits" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await expect(list.getByText(/^(Today, |Yesterday, )?\w+day, .* 20\d\d$/).first()).toBeVisible();
  await expect(list.getByRole("img", { name: "Checks passed" }).first()).toBeVisible();
  await list.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible();
});

test("a commit's head is where its list's is, and its content is aligned with it", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const top = async () => (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;
  const listTop = await top();
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  await expect(page.getByText("Parent", { exact: true })).toBeVisible();
  // The content above the files is aligned with the head, as in every view.
  const files = await page.getByText(/^\d+ files?/).boundingBox();
  expect(files?.x).toBe((await page.getByText("Commit", { exact: true }).boundingBox())?.x);
  expect(await top()).toBe(listTop);
});

test("a file's lines of a diff leave the border of its box free", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits/main"));
  const file = page.getByRole("main").getByRole("article", { name: /wall-width\.ts/ });
  await expect(file).toBeVisible();
  const over = await file.evaluate((box) => {
    const border =
      box.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(box).borderBottomWidth);
    const lines = [...box.querySelectorAll("*")].map((line) => line.getBoundingClientRect().bottom);
    return Math.max(...lines) - border;
  });
  expect(over).toBeLessThanOrEqual(0);
});
