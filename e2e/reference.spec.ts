import { expect, expectAccessible, test } from "./fixtures/test.ts";

test("an operation is found, read and tried", async ({ page }) => {
  await page.goto("/a/local/reference");
  await page.getByRole("searchbox", { name: "Search operations" }).fill("repository tree");
  await page
    .getByRole("option", { name: /Files and folders|tree/i })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeVisible();
  // It is found in Settings and in the palette.
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(main.getByRole("link", { name: /API/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText("id is missing")).toBeVisible();
  await page.getByRole("textbox", { name: "id *" }).fill("fjord/lantern");
  await page.getByRole("textbox", { name: "per_page" }).fill("many");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText("per_page is not a number")).toBeVisible();
  await page.getByRole("textbox", { name: "per_page" }).fill("2");
  await page.getByRole("button", { name: "Try it" }).click();
  const response = page.getByRole("region", { name: "Response" });
  await expect(response.getByText("200")).toBeVisible();
  await expect(response.getByText(/ results$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "id *" })).toHaveValue("fjord/lantern");
});

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
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Response" })).toHaveCount(0);
  await page.getByRole("button", { name: "Try it" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "Response" }).getByText("201")).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Branch already exists").first()).toBeVisible();
});
