import { expect, expectAccessible, place, test } from "./fixtures/test.ts";

test("the palette goes to projects and runs actions", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog");
  await expect(palette).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("harbor");
  await palette
    .getByRole("option", { name: /harbor$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Harbor" }).first()).toBeVisible();
});

test("the shortcut sheet lists keys and closes", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: /shortcuts/i });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("places have addresses, tabs and a way back", async ({ page }) => {
  await page.goto(place("fjord/lantern"));
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Commits", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
});

test("the home page and the settings are accessible", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/settings\/appearance/);
  await expect(page.getByRole("heading", { level: 1, name: "Appearance" })).toBeVisible();
  await expectAccessible(page);
});
