import type { Locator, Page } from "@playwright/test";
import { type Receiver, startReceiver } from "../electron/service/testing/hook-receiver.ts";
import { expect, test } from "./fixtures/test.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const card = (page: Page, path: string): Locator =>
  page.getByRole("article", { name: `${receiver.url}${path}` });

test("a hook is added, tested and deleted with the keyboard alone", async ({ page }) => {
  await page.goto("/a/local/projects");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type(">administration hooks");
  await expect(page.getByRole("option", { name: /Administration: Hooks/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add hook" });
  await expect(add).toBeVisible();
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add system hook" });
  await expect(dialog.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.keyboard.type(`${receiver.url}/ok`);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const made = card(page, "/ok");
  await made.getByRole("button", { name: "Test" }).focus();
  await page.keyboard.press("Enter");
  await expect(made.getByRole("status")).toContainText("Test delivered");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(made.getByRole("list", { name: "Deliveries" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(made.getByRole("button", { name: "Delete hook" })).toBeFocused();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete hook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No system hooks yet" })).toBeVisible();
});
