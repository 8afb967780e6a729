import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { addAccount } from "./fixtures/add-account.ts";
import { startOtherService } from "./fixtures/other-service.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

test("an account is added after a live check, renamed and removed", { tag: "@smoke" }, async ({
  page,
  app,
}) => {
  const service = await startOtherService();
  try {
    await addAccount(page, app.origin, service, "Harbour office");
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
