import { addAccount } from "./fixtures/add-account.ts";
import { type OtherService, startOtherService } from "./fixtures/other-service.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

let other: OtherService;
test.beforeAll(async () => {
  other = await startOtherService(true);
});
test.afterAll(() => other.stop());

test("two accounts with the same project are distinguished wherever one is chosen or written to", async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const id = await addAccount(page, app.origin, other, "Elsewhere");
  const there = (path: string) => path.replace("/a/local/", `/a/${id}/`);
  const home = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" });
  const recent = page.getByRole("region", { name: "Recently used" });
  for (const at of [projectPath("fjord/lantern"), there(projectPath("fjord/lantern"))]) {
    await page.goto(at);
    // The README has the same heading.
    await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
    const account = at.includes(id) ? "Elsewhere" : "Local";
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).getByText(account)).toBeVisible();
    await home.click();
    await expect(recent.getByRole("link", { name: new RegExp(`Lantern.*${account}`) })).toBeVisible();
  }
  // A project that is left before its data has come was visited as well.
  const left = Promise.withResolvers<void>();
  await page.route(/\/operations\/projects\/fjord%2Fhandbook$/, async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.goto(there(projectPath("fjord/handbook", "tags")));
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).getByText("Elsewhere")).toBeVisible();
  await home.click();
  left.resolve();
  await expect(recent.getByRole("link", { name: /Handbook.*Elsewhere/ })).toBeVisible();
  await expect(recent.getByRole("link", { name: /Lantern.*Local/ })).toBeVisible();
  await expect(recent.getByRole("link", { name: /Lantern.*Elsewhere/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(":lantern");
  const options = page.getByRole("option", { name: /fjord\/lantern/ });
  await expect(options.filter({ hasText: "Local" })).toHaveCount(1);
  await expect(options.filter({ hasText: "Elsewhere" })).toHaveCount(1);
  await page.keyboard.press("Escape");
  // What of mine failed is listed by account, and leads to the job of that account.
  await page.goto("/ci?of=everyone");
  const accounts = page.getByRole("region", { name: "Accounts" });
  await expect(accounts.getByRole("heading", { level: 2 })).toHaveText(["Local", "Elsewhere"]);
  const failed = accounts.getByRole("list", { name: "Jobs of fjord/beacon" });
  await expect(failed).toHaveCount(2);
  await failed.nth(1).getByRole("link", { name: "unit" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/a/${id}/p/fjord%2Fbeacon/jobs/\\d+$`));
  // Writes name their account.
  await page.goto(there(projectPath("fjord/lantern", "merge_requests/1")));
  const comment = page
    .locator("form")
    .filter({ has: page.getByRole("textbox", { name: "Comment", exact: true }) });
  await expect(comment.getByText("to Elsewhere")).toBeVisible();
  await page.goto(there(projectPath("fjord/lantern", "branches")));
  await page.getByRole("button", { name: "New branch" }).click();
  await expect(page.getByRole("dialog").getByText("to Elsewhere")).toBeVisible();
});

test("what failed while a service was away comes back with it; a draft's diff needs no service", async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const id = await addAccount(page, app.origin, other, "Elsewhere");
  const there = (path: string) => path.replace("/a/local/", `/a/${id}/`);
  await page.goto(`${there(projectPath("fjord/handbook", "edit"))}?ref=main&path=README.md`);
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type("Typed before it went away ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  // A file that is deleted without being opened, and nothing in the cache: what the diffs need is beside the draft.
  const stored = () =>
    page.evaluate(async () => (await (await fetch("/-/documents/edit-bases")).json()).length as number);
  await page.getByRole("treeitem", { name: "images" }).click();
  await page.getByRole("treeitem", { name: "lantern.svg" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.poll(stored).toBe(2);
  await other.pause();
  await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
  // What cannot be searched is no "No matches".
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(":tides");
  await expect(page.getByRole("dialog").getByRole("status").filter({ hasText: "Can't reach" })).toBeVisible();
  await page.keyboard.press("Escape");
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
  // What asks the service by other means than a list recovers as well.
  await other.pause();
  await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
  await page.goto(`${there(projectPath("fjord/handbook", "search"))}?ref=main&q=lantern`);
  await expect(offline.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(page.getByText(/\d+ results? in \d+ files?/)).toBeVisible({ timeout: 60_000 });
  await expect(offline).toHaveCount(0);
  // A write is not sent by itself, and what was typed is still there.
  await other.pause();
  await page.goto(`${there(projectPath("fjord/handbook", "changes"))}?ref=main`);
  await page.getByRole("textbox", { name: "Subject" }).fill("Say it later");
  await page.getByRole("button", { name: "Commit 2 files" }).click();
  await expect(offline).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(page.getByRole("alert").filter({ hasText: "Back online" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Commit 2 files" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Say it later" })).toBeVisible();
});
