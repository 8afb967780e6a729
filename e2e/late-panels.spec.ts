import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, test } from "./fixtures/test.ts";

/** Holds back the code of menus, dialogs and all else that is closed at first, until the returned function is called. */
async function holdPanels(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/panels-[^/]*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a menu whose button is pressed while its code loads opens then, by key and by mouse", async ({
  page,
}) => {
  for (const isByKey of [true, false]) {
    const arrive = await holdPanels(page);
    await page.goto(projectPath("fjord/handbook"));
    const button = page.getByRole("button", { name: /Switch account/ });
    await expect(button).toHaveAttribute("aria-haspopup", "menu");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    if (isByKey) {
      await tabTo(page, button);
      await page.keyboard.press("Enter");
      await expect(button).toBeFocused();
    } else await button.click();
    await expect(page.getByRole("menu")).toHaveCount(0);
    arrive();
    const menu = page.getByRole("menu", { name: /Switch account/ });
    await expect(menu).toBeVisible();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(isByKey ? menu.getByRole("menuitem").first() : menu).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.unrouteAll();
  }
});

test("a panel, a list and a dialog that are asked for while their code loads open then", async ({ page }) => {
  const panel = await holdPanels(page);
  await page.goto(projectPath("fjord/handbook"));
  const clone = page.getByRole("button", { name: "Clone" });
  await clone.click();
  panel();
  const dialog = page.getByRole("dialog", { name: "Clone" });
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(clone).toBeFocused();
  await page.unrouteAll();

  const list = await holdPanels(page);
  await page.goto("/a/local/me/notifications");
  const level = page.getByRole("main").getByRole("combobox").filter({ visible: true }).first();
  await expect(level).toBeVisible();
  await expect(page.getByRole("main").getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  const chosen = await level.innerText();
  await tabTo(page, level);
  await page.keyboard.press("ArrowDown");
  list();
  await expect(page.getByRole("option", { name: chosen })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(level).toBeFocused();
  await expect(level).toHaveText(chosen);
  await page.unrouteAll();

  const form = await holdPanels(page);
  await page.goto(projectPath("fjord/handbook", "tags"));
  const create = page.getByRole("button", { name: "New tag" });
  await tabTo(page, create);
  await page.keyboard.press("Enter");
  form();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();
});

test("a right click whose menu's code loads opens that menu then, though its press has ended", async ({
  page,
}) => {
  const arrive = await holdPanels(page);
  await page.goto(projectPath("fjord/handbook", "branches"));
  const tab = page.getByRole("tab", { name: /Branches/ });
  await tab.click({ button: "right" });
  await page.mouse.move(5, 5);
  arrive();
  await expect(page.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("a button that has the focus while the code of its tooltip loads is explained then, unless it is left", async ({
  page,
}) => {
  const arrive = await holdPanels(page);
  await page.goto(projectPath("fjord/handbook"));
  const back = page.getByRole("button", { name: "Back", exact: true });
  const hide = page.getByRole("button", { name: "Hide sidebar" });
  await back.focus();
  await hide.focus();
  arrive();
  await expect(page.getByRole("tooltip", { name: /Hide sidebar/ })).toBeVisible();
  await expect(hide).toHaveAccessibleDescription(/Hide sidebar/);
  await expect(page.getByRole("tooltip")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});
