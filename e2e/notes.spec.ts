import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("comments of an issue are read, added, changed and deleted", async ({ page }) => {
  const words = `Seen again ${Math.random().toString(36).slice(2, 8)}`;
  await page.goto(projectPath("fjord/lantern"));
  await page.getByRole("region", { name: "fjord/lantern" }).getByRole("link", { name: "Issues" }).click();
  await expect(
    page.getByText(/has operations for the comments of issues, but none for issues/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Issue number" }).fill("#1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is the tide table that reloads. I will look.")).toBeVisible();
  await expect(page.getByText(/^Comments only:/)).toBeVisible();
  // The local service has no web pages.
  await expect(page.getByRole("link", { name: "Open in browser" })).toHaveCount(0);
  await expectAccessible(page);
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill(words);
  await page.reload();
  await expect(box).toHaveValue(words);
  await box.press("ControlOrMeta+Enter");
  const card = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: words });
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Edit comment" }).click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill(`${words}, twice`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText(`${words}, twice`)).toBeVisible();
  await card.getByRole("button", { name: "Delete comment" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole("radio", { name: "Newest first" }).click();
  await expect(page.getByRole("article", { name: /^Comment by/ }).first()).toHaveText(/Seen here too/);
  await box.fill(":tada:");
  await box.press("ControlOrMeta+Enter");
  await expect(page.getByText("Reacted with :tada:", { exact: true })).toBeVisible();
});

test("comments of a snippet are read", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "snippets/1"));
  await expect(page.getByText("Works on the copy as well.")).toBeVisible();
  await goTo(page, projectPath("fjord/lantern", "issues/99"));
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await expectAccessible(page);
});
