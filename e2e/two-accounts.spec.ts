import { addAccount } from "./fixtures/add-account.ts";
import { type OtherService, startOtherService } from "./fixtures/other-service.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

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
  await other.pause();
  await page.goto(`${there(projectPath("fjord/handbook", "changes"))}?ref=main`);
  await expect(page.getByRole("main").getByText("to Elsewhere")).toBeVisible();
  await page.getByRole("textbox", { name: "Subject" }).fill("Say it later");
  await page.getByRole("button", { name: "Commit 2 files" }).click();
  await expect(offline).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(page.getByRole("alert").filter({ hasText: "Back online" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Commit 2 files" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Say it later" })).toBeVisible();
});
