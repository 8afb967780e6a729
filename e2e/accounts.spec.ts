import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { addAccount, connect } from "./fixtures/add-account.ts";
import { startOtherService } from "./fixtures/other-service.ts";
import { copySample, expect, expectAccessible, onceMore, test } from "./fixtures/test.ts";

test("an account is added after a live check, renamed and removed", async ({ page, app }) => {
  const service = await startOtherService();
  try {
    await addAccount(page, app.origin, service, "Harbour office");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Actions for Harbour office" }).click();
    await page.getByRole("menuitem", { name: /Rename/ }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Pilot station");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Rename|Save)/ })
      .click();
    await expect(page.getByRole("list", { name: "Accounts" }).getByText("Pilot station")).toBeVisible();
    await page.getByRole("button", { name: "Actions for Pilot station" }).click();
    await page.getByRole("menuitem", { name: /Remove/ }).click();
    await page.getByRole("button", { name: "Remove account" }).click();
    await expect(page.getByRole("list", { name: "Accounts" }).getByText("Pilot station")).toBeHidden();
  } finally {
    await service.stop();
  }
});

test("a wrong token is reported before anything is stored, and no keychain is claimed where there is none", async ({
  page,
}) => {
  const service = await startOtherService();
  try {
    // No keychain is claimed on a machine without one.
    await page.route("**/-/shell", async (route) => {
      const response = await route.fetch(onceMore);
      await route.fulfill({ response, json: { ...(await response.json()), keychain: false } });
    });
    await page.goto("/accounts");
    await expect(page.getByText(/No system keychain available/)).toBeVisible();
    await page.getByRole("button", { name: "Add account" }).first().click();
    const form = page.getByRole("dialog", { name: "Add account" });
    await expect(form.getByText(/No system keychain available: tokens are kept in memory/)).toBeVisible();
    await expect(page.getByText(/stored in the system keychain/)).toHaveCount(0);
    await form.getByRole("textbox", { name: "Service" }).fill(service.url);
    await form.getByLabel("Personal access token").fill("not-the-token-at-all");
    await connect(form);
    await expect(
      form
        .getByText(/token/i)
        .filter({ hasText: /not accept|refused|wrong|invalid/i })
        .first(),
    ).toBeVisible();
    await expect(form.getByRole("button", { name: "Add account" })).toBeDisabled();
    // A service that cannot be reached is checked again with one click, and by itself when the network is back.
    await service.pause();
    await form.getByLabel("Personal access token").fill(service.token);
    const unreachable = form.getByText(/Can't reach/);
    await expect(unreachable).toBeVisible();
    await service.resume();
    await form.getByRole("button", { name: "Retry" }).click();
    await expect(form.getByText("Local Administrator")).toBeVisible();
    await service.pause();
    await form.getByLabel("Personal access token").fill("not-the-token-at-all");
    await expect(unreachable).toBeVisible();
    await service.resume();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(form.getByText(/does not accept this token/)).toBeVisible();
  } finally {
    await service.stop();
  }
});

/** Every file below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

test("a token is found in no file, page, store, response or line of output", async ({ openApp }) => {
  const folder = copySample();
  const service = await startOtherService();
  const app = await openApp(folder);
  try {
    const { page } = app;
    const responses: Promise<string>[] = [];
    page.on("response", (response) => {
      const headers = JSON.stringify(response.headers());
      if (response.headers()["content-type"]?.includes("event-stream")) return;
      responses.push(
        response
          .text()
          .catch(() => "")
          .then((body) => `${response.url()}\n${headers}\n${body}`),
      );
    });
    await addAccount(page, app.origin, service, "Kept secret");
    await page.goto(`${app.origin}/a/local/projects`);
    await expect(page.getByRole("list", { name: "Projects" })).toBeVisible();
    const html = await page.content();
    const stores = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, names, document.cookie]);
    });
    const seen = await Promise.all(responses);
    await app.stop();
    for (const text of [html, stores, app.output(), ...seen]) expect(text).not.toContain(service.token);
    for (const path of filesBelow(folder)) {
      expect(readFileSync(path).includes(service.token), path).toBe(false);
    }
  } finally {
    await app.kill();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
