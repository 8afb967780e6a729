import type { Page } from "@playwright/test";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

/** Opens a merge request of the sample by its title. */
async function open(page: Page, title: string): Promise<void> {
  await page.goto(`${projectPath(lantern, "merge_requests")}?q=${encodeURIComponent(`state:all ${title}`)}`);
  await page.getByRole("list", { name: "Merge requests" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 }).first()).toContainText(title);
}

/** An empty comment box with the caret in it. */
async function emptyBox(page: Page) {
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill("");
  return box;
}

test("reactions are given, counted and taken back, to the whole and to a comment", async ({ page }) => {
  await open(page, "Print voyages on one page");
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

  const box = await emptyBox(page);
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

test("a refused reaction goes back, and a service without reactions shows none", async ({ page }) => {
  await open(page, "Print voyages on one page");
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
