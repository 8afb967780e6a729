import { expect, projectPath, test } from "./fixtures/test.ts";

test("a branch's name ends beside the button that copies it", async ({ page }) => {
  await page.goto(`${projectPath("fjord/handbook", "branches")}?search=${encodeURIComponent("^main$")}`);
  const list = page.getByRole("list", { name: "Branches" });
  await expect(list.getByRole("link", { name: "main", exact: true })).toBeVisible();
  const main = await list.getByRole("link", { name: "main", exact: true }).boundingBox();
  const copy = await list.getByRole("button", { name: "Copy the name main" }).boundingBox();
  expect((copy?.x ?? 0) - (main?.x ?? 0) - (main?.width ?? 0)).toBeLessThanOrEqual(8);
  // The text of the link is as wide as the link.
  expect(main?.width).toBeLessThan(40);
});
