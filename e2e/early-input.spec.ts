import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test.ts";

/** Opens an address while only the first small script runs. Returns a function that lets the others go on. */
async function openHeld(page: Page, address: string): Promise<() => Promise<void>> {
  await page.goto("/a/local/me");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const scripts = /\/assets\/(?!main-|rolldown-runtime-)[^/]+\.js$/;
  await page.route(scripts, async (route) => {
    await isReleased;
    await route.continue();
  });
  // A navigation of the page itself: the one of a spec ends once the page can be used.
  await page.evaluate((to) => window.location.assign(to), address);
  // The first script has run: what is pressed from now on is kept.
  await page.locator("#root > [data-drawn]:not([inert])").waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));
  return async () => {
    release();
    await page.locator("#root > [data-drawn]").waitFor({ state: "detached" });
    await expect(page.locator("html[data-same-page]")).toHaveCount(1);
    await page.unroute(scripts);
  };
}

test.beforeEach(({ shell }) => {
  test.skip(shell === "desktop", "The page's scripts are held back.");
});

test("a link that is pressed before the page runs leads there once it does", async ({ page }) => {
  const release = await openHeld(page, "/a/local/projects");
  await page.getByRole("link", { name: "Groups" }).click();
  await release();
  await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
  await expect(page).toHaveURL(/\/a\/local\/groups$/);
});

test("buttons, commands and text that come before the page are handled in their order", async ({ page }) => {
  const release = await openHeld(page, "/a/local/projects");
  await page.getByRole("button", { name: "Hide sidebar" }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new snippet");
  await page.keyboard.press("Backspace");
  await release();
  // The palette is modal: what is behind it has no role while it is open.
  await expect(page.getByRole("button", { name: "Show sidebar", includeHidden: true })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("new snippe");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show sidebar" }).click();
});

test("a key of a view waits for the view", async ({ page }) => {
  const release = await openHeld(page, "/a/local/p/fjord%2Flantern/files");
  await page.keyboard.press("t");
  await release();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible();
});

test("the focus stays where it was", async ({ page }) => {
  const release = await openHeld(page, "/a/local/projects");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Groups" });
  await link.focus();
  await release();
  await expect(link).toBeFocused();
});
