import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { expect, test } from "./fixtures/test.ts";

test("a line of code is found over all projects and opened by keys", async ({ page }) => {
  await page.goto(hrefs.search("local"));
  const box = page.getByRole("searchbox", { name: "Search everywhere" });
  await expect(box).toBeFocused();
  await page.keyboard.type("berth");
  await page.getByRole("button", { name: "Code", exact: true }).click();
  const results = page.getByRole("list", { name: "Code" });
  await expect(results.getByRole("link", { name: /berth/i }).first()).toBeVisible();
  await expect(page).toHaveURL(/q=berth.*scope=blobs|scope=blobs.*q=berth/);

  // The address has all of it.
  await page.reload();
  await expect(results.getByRole("link", { name: /berth/i }).first()).toBeVisible();
  await results.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/files\?.*#L\d+/);
  await page.goBack();
  await expect(results.getByRole("link", { name: /berth/i }).first()).toBeVisible();
});
