import { expect, test } from "./fixtures/test.ts";

test("writes require confirmation, and are copied without a token", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/a/local/reference/createBranch");
  const branch = `reference-${Math.random().toString(36).slice(2, 8)}`;
  await page.getByRole("textbox", { name: "id *" }).fill("fjord/handbook");
  await page.getByRole("textbox", { name: "branch *" }).fill(branch);
  await page.getByRole("textbox", { name: "ref *" }).fill("main");
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("PRIVATE-TOKEN: $TOKEN");
  expect(copied).toContain(branch);
  await page.getByRole("button", { name: "Try it" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog.getByText(branch)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Response" })).toHaveCount(0);
  await page.getByRole("button", { name: "Try it" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "Response" }).getByText("201")).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Branch already exists").first()).toBeVisible();
});
