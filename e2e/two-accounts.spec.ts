import type { Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { addAccount } from "./fixtures/add-account.ts";
import { goTo } from "./fixtures/go-to.ts";
import { type OtherService, startOtherService } from "./fixtures/other-service.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

let other: OtherService;
test.beforeAll(async () => {
  other = await startOtherService(true);
});
test.afterAll(() => other.stop());

test("two accounts with the same project are distinguished wherever one is chosen or written to", async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
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
  // The introduction is only shown without an account.
  await expect(page.getByRole("region", { name: "Welcome" })).toHaveCount(0);
  // A project that is left before its data has come was visited as well.
  const left = Promise.withResolvers<void>();
  await page.route(/\/operations\/projects\/fjord%2Fhandbook$/, async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.goto(there(projectPath("fjord/handbook", "tags")));
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).getByText("Elsewhere")).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
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
  // What was copied is the page on the web, which the palette opens too.
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${other.url}/fjord/handbook/-/tags`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(link);
  await expect(page.getByRole("option", { name: /^Open this link in Helve.*Elsewhere/ })).toBeVisible();
  await page.keyboard.press("Escape");
  // The user's failed jobs are listed by account and link to the job in that account. Of many recent projects, some of
  // which other specs have removed, only the latest are searched.
  await page.goto(projectPath("fjord/beacon"));
  await expect(page.getByRole("heading", { level: 1, name: "Beacon" }).first()).toBeVisible();
  await page.goto("/ci?of=everyone");
  const accounts = page.getByRole("region", { name: "Accounts" });
  await expect(accounts.getByRole("heading", { level: 2 })).toHaveText(["Local", "Elsewhere"]);
  const failed = accounts.getByRole("list", { name: "Jobs of fjord/beacon" });
  await expect(failed).toHaveCount(2);
  // Jobs of both accounts are selected and retried at once, by keyboard.
  for (const [index, name] of ["Local", "Elsewhere"].entries()) {
    const box = failed.nth(index).getByRole("checkbox").last();
    await box.focus();
    await page.keyboard.press("Space");
    await expect(box, name).toBeChecked();
  }
  const selected = page.getByRole("region", { name: "Selected jobs" });
  await expect(selected).toHaveCount(1);
  await expect(selected).toContainText(/2 selected.*Local, Elsewhere/);
  await expectAccessible(page);
  await tabTo(page, selected.getByRole("button", { name: "Retry 2" }));
  await page.keyboard.press("Enter");
  const retried = page.getByRole("dialog", { name: "Retry 2 jobs" });
  await expect(retried.getByRole("status")).toHaveText("Retried 2 of 2");
  const results = retried.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results).toHaveText([/unit.*fjord\/beacon · Local/, /unit.*fjord\/beacon · Elsewhere/]);
  await page.keyboard.press("Escape");
  await expect(selected).toBeHidden();
  await failed.nth(1).getByRole("link", { name: "unit" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/a/${id}/p/fjord%2Fbeacon/jobs/\\d+$`));
  // So do commands of the palette that write, and those that open a page of an account.
  await page.getByRole("button", { name: "Retry", exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(">retry job");
  await expect(page.getByRole("option", { name: /^Retry job/ })).toContainText("Elsewhere");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(">my snippets");
  await expect(page.getByRole("option", { name: /^My snippets/ })).toContainText("Elsewhere");
  await page.keyboard.press("Escape");
  // Forms name where they write to; those in dialogs do so in dialogs.spec.ts.
  const named = page.getByRole("main").getByText("to Elsewhere").filter({ visible: true });
  for (const [path, button] of [
    [projectPath("fjord/lantern", "merge_requests/1")],
    [projectPath("fjord/lantern", "issues/1")],
    ["/a/local/snippets/new"],
    ["/a/local/me/profile", "Edit profile"],
    ["/a/local/me/keys", "Add key"],
    ["/a/local/admin/users", "New user"],
    ["/a/local/reference/createBranch"],
    [hrefs.wiki("local", "fjord/lantern", { kind: "edit", slug: "home" })],
  ] as const) {
    await goTo(page, there(path));
    if (button) await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
    await expect(named.first(), path).toBeVisible();
    // The status beside it is a form of its own.
    if (button !== "Edit profile") continue;
    await expect(page.getByRole("form", { name: button }).getByText("to Elsewhere")).toBeVisible();
  }
  // Home does so for what was typed, and for jobs.
  await goTo(page, there("/a/local/snippets/new"));
  await page.getByRole("textbox", { name: "Title" }).fill("Half a thought");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.route(/\/operations\/projects\/fjord%2Flantern\/jobs\?/, async (route) => {
    const [, account = ""] = /accounts\/([^/]+)\//.exec(route.request().url()) ?? [];
    await route.fulfill({ json: [await failedJob(page, account)] });
  });
  await page.goto("/");
  await home.click();
  const drafts = page.getByRole("region", { name: "Unsent drafts" });
  await expect(drafts.getByRole("link", { name: /New snippet.*Elsewhere/ })).toBeVisible();
  const jobs = page.getByRole("region", { name: "Your failed jobs" }).getByRole("link");
  for (const account of ["Local", "Elsewhere"])
    await expect(jobs.filter({ hasText: `fjord/lantern · ${account}` })).toHaveCount(1);
  await drafts.getByRole("link", { name: /New snippet/ }).click();
  await page.getByRole("button", { name: "Discard" }).click();
});

/** Returns a job of an account's own user that has just failed. */
async function failedJob(page: Page, account: string) {
  const user = await page.evaluate(async (id) => {
    const accounts: { id: string; check: { user: object } }[] = await (await fetch("/-/accounts")).json();
    return accounts.find((entry) => entry.id === id)?.check.user;
  }, account);
  const at = new Date().toISOString();
  return { id: 9_000, name: "unit", stage: "test", status: "failed", ref: "main", user, created_at: at };
}

test("what failed while a service was away comes back with it; a draft's diff needs no service", async ({
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
  // A failed search does not show "No matches".
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
  // Views that read without a list recover, too.
  await other.pause();
  await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
  await page.goto(`${there(projectPath("fjord/handbook", "search"))}?ref=main&q=lantern`);
  await expect(offline.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(page.getByText(/\d+ results? in \d+ files?/)).toBeVisible({ timeout: 60_000 });
  await expect(offline).toHaveCount(0);
  // So do reads outside of queries, such as the names of all files.
  await page.goto(`${there(projectPath("fjord/handbook", "files"))}?ref=main`);
  const filter = page.getByRole("searchbox", { name: "Filter files" });
  await filter.waitFor();
  await other.pause();
  await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
  await filter.fill("reviews");
  await expect(offline.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(page.getByRole("option", { name: /reviews\.md/ })).toBeVisible({ timeout: 60_000 });
  // So does a file, whose bytes no query of the page reads either.
  await page.goto(`${there(projectPath("fjord/handbook", "files"))}?ref=main`);
  const readme = page.getByRole("treeitem", { name: "README.md" });
  await readme.waitFor();
  await other.pause();
  await page.evaluate(() => fetch("/-/cache", { method: "DELETE" }));
  await readme.click();
  await expect(offline.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 30_000 });
  await other.resume();
  await expect(offline).toHaveCount(0, { timeout: 60_000 });
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
