import { emptyCommentBox, openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";

const unique = () => Math.random().toString(36).slice(2, 8);

test("reactions are given, counted and taken back, to the whole and to a comment", async ({ page }) => {
  await openMergeRequest(page, "Print voyages on one page");
  const bar = page.getByRole("list", { name: "Reactions", exact: true });
  await bar.getByRole("button", { name: "Add reaction" }).click();
  const picker = page.getByRole("dialog", { name: "Add reaction" });
  await expect(picker.getByRole("option", { name: "rocket", exact: true }).first()).toBeVisible();
  await picker.getByRole("combobox", { name: "Add reaction" }).fill("rocket");
  // Of thousands of emoji axe would have the same to say, slowly.
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const rocket = bar.getByRole("button", { name: "rocket: 1, you" });
  await expect(rocket).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(rocket).toBeVisible();
  await expectAccessible(page);
  await rocket.click();
  await expect(rocket).toHaveCount(0);

  const box = await emptyCommentBox(page);
  const words = `React to this ${unique()}`;
  await box.fill(words);
  await box.press("ControlOrMeta+Enter");
  const card = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: words });
  await card.getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("option", { name: "eyes", exact: true }).first().click();
  const eyes = card.getByRole("button", { name: "eyes: 1, you" });
  await expect(eyes).toBeVisible();
  await page.reload();
  await eyes.click();
  await expect(eyes).toHaveCount(0);
});

test("a refused reaction is reverted, and a service without reactions shows none", async ({ page }) => {
  await openMergeRequest(page, "Print voyages on one page");
  const refusal = { code: "forbidden", message: "You may not react here.", status: 403 };
  await page.route(/award_emoji$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  );
  const bar = page.getByRole("list", { name: "Reactions", exact: true });
  await bar.getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("option", { name: "tada", exact: true }).first().click();
  await expect(page.getByText("The reaction was not added").first()).toBeVisible();
  await expect(bar.getByRole("button", { name: /^tada.*you/ })).toHaveCount(0);

  const missing = { code: "not_implemented", message: "501 Not Implemented", status: 501 };
  await page.route(/award_emoji/, (route) => route.fulfill({ status: 501, json: missing }));
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit labels" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Discussion" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add reaction" })).toHaveCount(0);
});
