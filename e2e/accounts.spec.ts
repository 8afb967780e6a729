import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { addAccount, type OtherService, startOtherService } from "./fixtures/other-service.ts";
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

test.describe("two accounts", () => {
  let other: OtherService;
  test.beforeAll(async () => {
    other = await startOtherService(true);
  });
  test.afterAll(() => other.stop());

  test("a view comes back with its service; a draft's diff needs none, and its commit waits for the user", async ({
    page,
    app,
  }) => {
    const id = await addAccount(page, app.origin, other, "Elsewhere");
    const there = (path: string) => path.replace("/a/local/", `/a/${id}/`);
    await page.goto(`${there(projectPath("fjord/handbook", "edit"))}?ref=main&path=README.md`);
    await page.getByRole("textbox", { name: "Content of README.md" }).focus();
    await page.keyboard.type("Typed before it went away ");
    await expect(page.getByText("Draft saved")).toBeVisible();
    // A file that is deleted without being opened, and nothing in the cache: what the diffs need is beside the draft.
    const stored = () =>
      page.evaluate(async (account) => {
        const bases: { key: string }[] = await (await fetch("/-/documents/edit-bases")).json();
        // Other drafts of this app have bases of their own.
        return bases.filter(({ key }) => key.startsWith(`["${account}"`)).length;
      }, id);
    await page.getByRole("treeitem", { name: "images" }).click();
    await page.getByRole("treeitem", { name: "lantern.svg" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(stored).toBe(2);
    await other.pause();
    await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
    // A file that was not opened before, in the editor.
    await page.goto(`${there(projectPath("fjord/handbook", "edit"))}?ref=main&path=guide%2Freviews.md`);
    const unread = page.getByRole("alert").filter({ hasText: /^Offline.*Can't reach/ });
    await expect(unread.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 30_000 });
    await page.goto(`${there(projectPath("fjord/handbook", "changes"))}?ref=main`);
    const diff = page.getByRole("article", { name: "README.md" });
    await expect(diff.getByText(/Typed before it went away/)).toBeVisible({ timeout: 30_000 });
    await expect(
      page.getByRole("article", { name: "images/lantern.svg" }).getByText("<svg").first(),
    ).toBeVisible();
    // A view that was never visited shows that it is offline, offers Retry, and loads by itself.
    await page.goto(there(projectPath("fjord/lantern", "tags")));
    const offline = page
      .getByRole("alert")
      .filter({ hasText: /Offline|reach|connect/i })
      .first();
    await expect(offline).toBeVisible({ timeout: 30_000 });
    await expect(offline.getByRole("button", { name: "Retry" })).toBeVisible();
    await other.resume();
    await expect(offline).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole("list", { name: "Tags" })).toBeVisible();
    // A write is not sent by itself, and what was typed is still there.
    await page.goto(`${there(projectPath("fjord/handbook", "changes"))}?ref=main`);
    await expect(page.getByRole("main").getByText(/^to @helve on 127/)).toBeVisible();
    await page.getByRole("textbox", { name: "Subject" }).fill("Say it later");
    const commit = page.getByRole("button", { name: "Commit 2 files" });
    await expect(commit).toBeEnabled();
    // As long as nobody knows that it is away, it can be tried.
    await other.pause();
    await commit.click({ timeout: 5_000 }).catch(() => undefined);
    await expect(page.getByText(/cannot be reached \(lost/)).toBeVisible({ timeout: 30_000 });
    await expect(commit).toBeDisabled();
    await expect(commit).toHaveAttribute("aria-description", /^127\.0\.0\.1:\d+ cannot be reached$/);
    await expect(page.getByRole("main").getByText(/^to @helve on 127/)).toBeVisible();
    await other.resume();
    await expect(commit).toBeEnabled({ timeout: 60_000 });
    await commit.click();
    await expect(page.getByRole("heading", { level: 1, name: "Say it later" })).toBeVisible();
  });
});
