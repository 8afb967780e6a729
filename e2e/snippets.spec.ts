import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test.ts";

const editor = (page: Page, name: string) => page.getByRole("textbox", { name: `Content of ${name}` });

test("a personal snippet is written by keyboard, read, found, changed and deleted", async ({ page }) => {
  await page.goto("/a/local/snippets");
  await expect(page.getByRole("link", { name: "Editor settings" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new personal snippet");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("Count the gulls");
  await page.keyboard.press("Tab");
  await page.keyboard.type("gulls.py");
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveText(/Python/);
  await expect(editor(page, "gulls.py")).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(editor(page, "gulls.py")).toBeFocused();
  await page.keyboard.type("print('kria')");
  // Nothing typed is lost.
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Count the gulls");
  await page.getByRole("radio", { name: /^Public/ }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Count the gulls" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Files" }).getByText("print('kria')")).toBeVisible();
  await expect(page.getByText("no comments on personal snippets")).toBeVisible();

  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: /^Edit \$/ })).toBeVisible();
  const removeFile = page.getByRole("button", { name: "Remove the file" });
  await page.getByRole("button", { name: "Add file" }).click();
  await removeFile.click();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Count all gulls");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: "2 files" })).toBeVisible();
  await expect(title).toHaveValue("Count all gulls");
  await removeFile.click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await title.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Count all gulls" })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("textbox", { name: "Filter snippets" }).fill("gulls PY");
  await expect(page.getByRole("list", { name: "Snippets" }).getByRole("link")).toHaveText([
    "Count all gulls",
  ]);
  await page.getByRole("link", { name: "Count all gulls" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete snippet" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Count all gulls" })).toBeVisible();
});
