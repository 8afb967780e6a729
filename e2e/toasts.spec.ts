import type { Page } from "@playwright/test";
import { pushAddress } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

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

test("a write that fails while a dialog is open leaves the dialog and what was typed", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "tags"));
  const remove = page.getByRole("button", { name: /^Delete the tag / }).first();
  const release = await holdDeletion(page);
  await remove.click();
  await page.getByRole("button", { name: "New tag" }).click();
  const dialog = page.getByRole("dialog", { name: "New tag" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await name.fill("typed-so-far");
  release();
  const toasts = page.getByRole("region", { name: /^Notifications/ });
  const failed = toasts.getByRole("listitem").filter({ hasText: "was not deleted" });
  await expect(failed).toContainText(refusal.message);
  await failed.getByRole("button", { name: "Copy details" }).click();
  await expect(dialog).toBeVisible();
  await failed.getByText(refusal.message).click();
  await expect(dialog).toBeVisible();
  await expect(name).toHaveValue("typed-so-far");
  // Escape belongs to the dialog; the toast stays.
  await name.focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(failed).toBeVisible();

  // Dismiss closes the toast alone.
  await page.getByRole("button", { name: "New tag" }).click();
  await failed.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("Escape closes what is open before a toast: a menu, the palette, the editor's find", async ({
  page,
}) => {
  const release = await holdDeletion(page);
  release();
  const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const failure = async () => {
    await page.goto(projectPath("fjord/lantern", "tags"));
    await page
      .getByRole("button", { name: /^Delete the tag / })
      .first()
      .click();
    await expect(toasts).toHaveCount(1);
  };
  await failure();
  await page.getByRole("tab", { selected: true }).click({ button: "right" });
  const item = page.getByRole("menuitem", { name: "Duplicate tab" });
  await expect(item).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(item).toHaveCount(0);
  await expect(toasts).toHaveCount(1);

  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.type("har");
  await toasts.getByText(refusal.message).click();
  await expect(palette.getByRole("combobox")).toHaveValue("har");
  await palette.getByRole("combobox").focus();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
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
  await opener.press("Enter");
  await expect(region.locator("[aria-live=polite]").getByRole("listitem")).toHaveCount(1);
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
    const main = await page.getByRole("main").boundingBox();
    expect(main?.height).toBeGreaterThan(height / 3);
    await expectAccessible(page);
  }
  for (let left = count; left > 0; left--) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(toasts).toHaveCount(left - 1);
  }
  await expect(remove.nth(count - 1)).toBeFocused();
});

test("equal toasts are merged into one with a count, whose Undo reverts each", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "issues/1"));
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  const toasts = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  for (const text of ["First words", "Second words"]) {
    await comment.fill(text);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(comment).toHaveValue("");
  }
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText("Discarded comment · 2 times");
  await expectAccessible(page);
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(comment).toHaveValue("Second words");
  await expect(toasts).toHaveText(/^Discarded comment\s*Undo$/);
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(comment).toHaveValue(/First words/);
  await expect(toasts).toHaveCount(0);
});
