import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test.ts";

const project = "/a/local/p/fjord%2Flantern";

/** Opens an address that was seen before while the host responds to no read of a service. */
async function openWithoutReads(page: Page, address: string, content: string): Promise<void> {
  const first = page.locator(content).first();
  // The second time the host knows what the page reads, and has all of it.
  for (let visit = 0; visit < 2; visit++) {
    await page.goto("about:blank");
    await page.goto(address);
    await expect(first).toBeVisible();
  }
  await page.goto("about:blank");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/-/accounts/*/operations/**", async (route) => {
    await isReleased;
    await route.fallback();
  });
  await page.goto(address);
  await expect(first).toBeVisible();
  release();
  await page.unrouteAll({ behavior: "wait" });
}

test.beforeEach(({ shell }) => {
  test.skip(shell === "desktop", "Reads are held back, which Electron's own scheme does not allow.");
});

for (const [name, address, content] of [
  ["projects", "/a/local/projects", 'main a[href*="/p/"]'],
  ["files", `${project}/files`, '[role="treeitem"]'],
  ["merge requests", `${project}/merge_requests`, 'main a[href*="/merge_requests/"]'],
] as const) {
  test(`${name} that were seen before are there before any read`, async ({ page }) => {
    await openWithoutReads(page, address, content);
  });
}

test("a merge request that was seen before is there before any read", async ({ page }) => {
  await page.goto(`${project}/merge_requests`);
  const link = page.locator('main a[href*="/merge_requests/"]').first();
  const address = (await link.getAttribute("href")) ?? "";
  await openWithoutReads(page, address, '[aria-label="Merge request"]');
});
