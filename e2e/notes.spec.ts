import { expect, expectAccessible, place, test } from "./fixtures/test.ts";

test("what is said of an issue is read, added to, changed and deleted", async ({ page }) => {
  const words = `Seen again ${Math.random().toString(36).slice(2, 8)}`;
  await page.goto(place("fjord/lantern", "issues/1"));
  await expect(page.getByText("It is the tide table that reloads. I will look.")).toBeVisible();
  await expectAccessible(page);
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill(words);
  await page.reload();
  await expect(box).toHaveValue(words);
  await box.press("ControlOrMeta+Enter");
  const card = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: words });
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Edit comment" }).click();
  await page.getByRole("textbox", { name: "Edit the comment" }).fill(`${words}, twice`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText(`${words}, twice`)).toBeVisible();
  await card.getByRole("button", { name: "Delete comment" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(card).toHaveCount(0);
});

test("what is said of a snippet is read", async ({ page }) => {
  await page.goto(place("fjord/lantern", "snippets/1"));
  await expect(page.getByText("Works on the copy as well.")).toBeVisible();
  await page.goto(place("fjord/lantern", "issues/99"));
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await expectAccessible(page);
});
