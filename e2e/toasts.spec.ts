import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { pushAddress } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const refusal = {
  code: "refused",
  message: "The harbour is closed.",
  detail: "403 from the harbour master, and no reason why",
  status: 403,
};

/** Refuses the deletion of tags once the returned function is called. */
async function holdDeletion(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/repository\/tags\//, async (route) => {
    if (route.request().method() !== "DELETE") return route.fallback();
    await released.promise;
    await route.fulfill({ status: 403, contentType: "application/problem+json", json: refusal });
  });
  return released.resolve;
}

test("Escape closes the editor's find before a toast", async ({ page }) => {
  const release = await holdDeletion(page);
  release();
  const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await page.goto(projectPath("fjord/lantern", "tags"));
  await page
    .getByRole("button", { name: /^Delete the tag / })
    .first()
    .click();
  await expect(toasts).toHaveCount(1);
  await pushAddress(page, `${projectPath("fjord/lantern", "edit")}?ref=main&path=README.md`);
  const editor = page.getByRole("textbox", { name: "Content of README.md" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+f");
  const find = page.getByRole("textbox", { name: /^Find/ });
  await expect(find).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(find).toBeHidden();
  await expect(editor).toBeFocused();
  await expect(toasts).toHaveCount(1);
});

test("toasts are announced, wait while they are read, and fit a narrow window", async ({ page }) => {
  await page.clock.install();
  const release = await holdDeletion(page);
  release();
  await page.goto(projectPath("fjord/lantern", "tags"));
  const region = page.getByRole("region", { name: /^Notifications/ });
  const toasts = region.getByRole("listitem");
  // The live region exists before its content, so that additions are announced.
  await expect(region.locator("[aria-live=polite]")).toHaveCount(1);
  const remove = page.getByRole("button", { name: /^Delete the tag / });
  const opener = remove.first();
  const before = await page.getByRole("main").boundingBox();
  await opener.press("Enter");
  await expect(region.locator("[aria-live=polite]").getByRole("listitem")).toHaveCount(1);
  // Nothing moves.
  expect(await page.getByRole("main").boundingBox()).toEqual(before);
  // A window without the focus, and a pointer over one, stop the timer.
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await page.clock.runFor(60_000);
  await expect(toasts).toHaveCount(1);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await toasts.hover();
  await page.clock.runFor(60_000);
  await expect(toasts).toHaveCount(1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(30_000);
  await expect(toasts).toHaveCount(0);

  // F8 leads there from anywhere, and the last one that closes gives the focus back.
  const count = Math.min(4, await remove.count());
  for (let at = 0; at < count; at++) await remove.nth(at).press("Enter");
  await expect(toasts).toHaveCount(count);
  await page.keyboard.press("F8");
  await expect(region).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toasts).toHaveCount(count);
  for (const [width, height] of [
    [1280, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const list = region.getByRole("list");
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const box = await list.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(360);
    expect(box?.height).toBeLessThan(height * 0.6);
  }
  for (let left = count; left > 0; left--) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(toasts).toHaveCount(left - 1);
  }
  await expect(remove.nth(count - 1)).toBeFocused();
});

test("a toast lies at the other side where it would cover the button that caused it", async ({ page }) => {
  const release = await holdDeletion(page);
  release();
  await page.setViewportSize({ width: 900, height: 300 });
  await page.goto(projectPath("fjord/lantern", "tags"));
  const remove = page.getByRole("button", { name: /^Delete the tag / });
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const overlaps = async (at: number): Promise<boolean> => {
    const button = remove.nth(at);
    await button.scrollIntoViewIfNeeded();
    await button.press("Enter");
    await expect(toast).toHaveCount(1);
    await expect(toast).toHaveCSS("opacity", "1");
    const [a, b] = [await toast.boundingBox(), await button.boundingBox()];
    if (!a || !b) throw new Error("not drawn");
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toHaveCount(0);
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };
  const count = Math.min(5, await remove.count());
  for (let at = 0; at < count; at++) expect(await overlaps(at)).toBe(false);
});
