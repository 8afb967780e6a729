import { expect, test } from "../fixtures/test.ts";

test("the native menu runs the page's commands", async ({ desktop, page }) => {
  await page.goto("/");
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await desktop?.electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById("palette.open")?.click(),
  );
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await desktop?.electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById("go.settings")?.click(),
  );
  await expect(page).toHaveURL(/settings/);
});

test("a key of the menu runs its command once", async ({ desktop, page }) => {
  await page.goto("/");
  const accelerator = () =>
    desktop?.electron.evaluate(
      ({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("palette.open")?.accelerator,
    );
  // The page reports its keys once it has started.
  await expect.poll(accelerator).toBe("CommandOrControl+K");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
