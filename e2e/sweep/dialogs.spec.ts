import type { Locator, Page } from "@playwright/test";
import { fetchConfirmed, leaveCodes } from "../fixtures/enter-codes.ts";
import { goTo } from "../fixtures/go-to.ts";
import { type OtherService, startOtherService } from "../fixtures/other-service.ts";
import { expect, test } from "../fixtures/test.ts";
import type { DialogCase } from "./dialogs/dialog-case.ts";
import { dialogs } from "./dialogs/index.ts";
import { local } from "./sample-addresses.ts";

const refusal = { code: "refused", message: "The harbour is closed.", status: 403 };

/** Refuses every write while `isOn`; drafts are stored all the same. */
async function refuseWrites(page: Page) {
  const switched = { isOn: false };
  await page.route(/\/-\/(?!documents|diagnostics|windows|traces)/, (route) =>
    switched.isOn && route.request().method() !== "GET"
      ? route.fulfill({ status: 403, contentType: "application/problem+json", json: refusal })
      : route.fallback(),
  );
  return switched;
}

/** Adds an account, so that what is written names the one that it goes to. */
async function addAnotherAccount(page: Page, { url, token }: OtherService): Promise<void> {
  await fetchConfirmed(page, "/-/accounts", "POST", { url, token, name: "Elsewhere", keep: "memory" });
}

let other: OtherService;
test.beforeAll(async () => {
  other = await startOtherService();
});
test.afterAll(() => other.stop());

/** Dialogs that one test opens, with one load of the app. */
const dialogsPerTest = 36;

test.describe("every dialog opens by keyboard, submits with Enter, names its service, shows its failure and gives the focus back", () => {
  test.describe.configure({ timeout: 300_000 });
  for (let first = 0; first < dialogs.length; first += dialogsPerTest) {
    const some = dialogs.slice(first, first + dialogsPerTest);
    test(`from ${some.at(0)?.name} to ${some.at(-1)?.name}`, async ({ page }) => {
      page.setDefaultTimeout(20_000);
      await page.goto("/");
      // The app may open its last tab first.
      await page.locator("h1:visible").first().waitFor();
      await addAnotherAccount(page, other);
      const refused = await refuseWrites(page);
      await leaveCodes(page);
      for (const one of some)
        await test.step(String(one.name), async () => {
          await one.prepare?.(page);
          await goTo(page, one.href);
          const opener = await one.open(page);
          const dialog = page
            .getByRole("dialog", { name: one.name })
            .or(page.getByRole("alertdialog", { name: one.name }));
          await expect(one.focus?.(dialog) ?? dialog).toBeFocused();
          const isWrite = one.fill !== undefined && one.failure === undefined;
          if (isWrite && one.href.startsWith(`/a/${local}/`))
            await expect(dialog.getByText("to @helve on this computer").first()).toBeVisible();
          // What only changes drafts or the view sends nothing.
          if (one.failure === null)
            await expect(dialog.getByText("to @helve on this computer")).toHaveCount(0);
          refused.isOn = one.failure === undefined;
          await expectSubmit(page, dialog, one);
          refused.isOn = false;
          await page.keyboard.press("Escape");
          await expect(dialog).toBeHidden();
          await expect(opener).toBeFocused();
          // It may have been opened from another one.
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toHaveCount(0);
          await one.undo?.(page);
        });
    });
  }
});

/** Submits a dialog with Enter: it shows the failure, or closes where nothing is sent. */
async function expectSubmit(page: Page, dialog: Locator, { fill, failure }: DialogCase): Promise<void> {
  if (!fill) return;
  await fill(dialog, page);
  const isText = await page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.press(isText ? "ControlOrMeta+Enter" : "Enter");
  if (failure === null) return expect(dialog).toBeHidden();
  await expect(dialog.getByText(failure ?? refusal.message).first()).toBeInViewport();
}
