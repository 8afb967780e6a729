import type { Page } from "@playwright/test";
import { addAccount } from "./fixtures/add-account.ts";
import { type FailingProxy, startFailingProxy } from "./fixtures/failing-proxy.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const portal = "captive portal in one packet";
const unique = () => Math.random().toString(36).slice(2, 8);

let line: FailingProxy;
test.beforeAll(async () => {
  line = await startFailingProxy();
});
test.afterEach(() => line.mend());
test.afterAll(() => line?.stop());

/** Adds the account through the proxy. Returns a function for paths of its project. */
async function openAccount(page: Page, origin: string): Promise<(part?: string) => string> {
  const id = await addAccount(page, origin, line, `Line ${unique()}`);
  return (part = "") => origin + projectPath(lantern, part).replace("/a/local/", `/a/${id}/`);
}

const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();

test("a captive portal: what it is, what was visited, and a reconnect after logging in", async ({
  page,
  app,
}) => {
  const at = await openAccount(page, app.origin);
  const branches = page.getByRole("list", { name: "Branches" });
  const distance = branches.getByText(/^↓ \d+$/).first();
  await page.goto(at("branches"));
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
  await expect(distance).toBeVisible();

  line.fail(portal);
  // The page reloads, so that everything shown is from the cache on disk.
  await page.reload();
  const banner = page.getByRole("status").filter({ hasText: "This network asks you to sign in" });
  await expect(banner).toContainText("asks you to sign in");
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
  await expectAccessible(page);

  // A page that was never visited shows why it is not available.
  await page.goto(at("tags"));
  const missing = page.getByRole("alert").filter({ hasText: "responded with a web page" });
  await expect(missing).toBeVisible();
  await expect(banner).toBeVisible();
  await expectAccessible(page);

  line.mend();
  await expect(banner).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole("list", { name: "Tags" })).toBeVisible();
  await expect(missing).toBeHidden();
  await goTo(page, "Branches");
  await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
  await expect(distance).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("visited pages stay readable, with their age, when the service is gone", async ({ page, app }) => {
  const at = await openAccount(page, app.origin);
  await page.goto(at());
  const title = page.getByRole("heading", { level: 1, name: "Lantern" }).first();
  await expect(title).toBeVisible();
  line.fail("reset before headers");
  await page.reload();
  await expect(title).toBeVisible();
  const banner = page.getByRole("status").filter({ hasText: "You're offline" });
  await expect(banner).toContainText(/offline \(.+\)\. Pages you visited are still available\./);
  await expectAccessible(page);
});

test("a write that a captive portal intercepts shows in its form what Helve found on the service", async ({
  page,
  app,
}) => {
  const at = await openAccount(page, app.origin);
  await page.goto(at("branches"));
  const list = page.getByRole("list", { name: "Branches" });
  await expect(list).toBeVisible();
  const writes = ({ method }: { readonly method: string }) => method !== "GET" && method !== "HEAD";
  const dialog = page.getByRole("dialog", { name: "New branch" });
  // The name's field may say, too, that the branch exists.
  const found = dialog.getByRole("alert").filter({ has: page.getByRole("heading") });
  const name = dialog.getByRole("textbox", { name: "Name" });
  const create = dialog.getByRole("button", { name: "Create branch" });
  const lost = `lost-${unique()}`;
  const created = `created-${unique()}`;

  // The service never got it.
  await page.getByRole("button", { name: "New branch" }).click();
  line.fail(portal, writes);
  await name.fill(lost);
  await create.click();
  await expect(found).toContainText(`Helve checked: Branch ${lost} does not exist.`);
  await expect(found).not.toContainText("SyntaxError");
  await expect(name).toHaveValue(lost);
  await expectAccessible(page);
  line.mend();
  await create.click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole("link", { name: lost, exact: true })).toBeVisible();

  // The service did it, and only its response was replaced.
  await page.getByRole("button", { name: "New branch" }).click();
  line.fail(portal, writes, true);
  await name.fill(created);
  await create.click();
  await expect(found).toContainText(`Helve checked: Branch ${created} exists.`);
  await expect(found.getByRole("heading")).toHaveText("Done, but the service did not confirm it");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(list.getByRole("link", { name: created, exact: true })).toBeVisible();

  // Nor can Helve check while the portal intercepts every request.
  await page.getByRole("button", { name: "New branch" }).click();
  line.fail(portal);
  await name.fill(`never-${unique()}`);
  await create.click();
  await expect(found).toContainText("Helve could not check whether it happened");
  await expect(found.getByRole("heading")).toHaveText("Unknown whether this was done");
  line.mend();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("status").filter({ hasText: "This network asks you to sign in" })).toBeHidden({
    timeout: 60_000,
  });

  // A deletion, which has no dialog.
  line.fail(portal, writes, true);
  await list.getByRole("button", { name: `Actions for ${created}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const notice = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect(
    notice.filter({ hasText: `Helve checked: Branch ${created} no longer exists.` }),
  ).toContainText("Done, but the service did not confirm it");
  await expect(notice.filter({ hasText: "was not deleted" })).toHaveCount(0);
  await expect(list.getByRole("link", { name: created, exact: true })).toBeHidden();
  line.fail(portal, writes);
  await list.getByRole("button", { name: `Actions for ${lost}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(notice.filter({ hasText: `Helve checked: Branch ${lost} still exists.` })).toContainText(
    `${lost} was not deleted`,
  );
  await expect(list.getByRole("link", { name: lost, exact: true })).toBeVisible();
});

test("a comment survives that the service goes down while it is sent", async ({ page, app }) => {
  const at = await openAccount(page, app.origin);
  await page.goto(at("issues/1"));
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  const form = page.locator("form").filter({ has: box });
  const failure = form.getByRole("alert");
  const comments = page.getByRole("article", { name: /^Comment by/ });
  await expect(comments.first()).toBeVisible();
  const words = `Sent as it went down ${unique()}`;
  await box.fill(words);
  line.fail("reset before headers", undefined, false);
  await form.getByRole("button", { name: "Comment" }).click();
  // It may have been sent: no Retry; after checking, the user can send it again.
  await expect(failure).toContainText("Helve could not check whether it happened");
  await expect(failure.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(box).toHaveValue(words);
  await expectAccessible(page);
  // Neither is it lost with the page.
  await page.reload();
  await expect(box).toHaveValue(words);
  line.mend();
  await form.getByRole("button", { name: "Comment" }).click();
  await expect(comments.filter({ hasText: words })).toHaveCount(1);
  await expect(box).toHaveValue("");
});

test("Clear cache empties the cache on disk", async ({ page, app }) => {
  const at = await openAccount(page, app.origin);
  await page.goto(at("branches"));
  await expect(page.getByRole("list", { name: "Branches" })).toBeVisible();
  await page.goto(`${app.origin}/settings/storage`);
  await expect(page.getByText(/^[1-9][\d.,]* [KM]B on disk/)).toBeVisible();
  await page.getByRole("button", { name: "Clear cache" }).click();
  await expect(page.getByText("Cache cleared", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText(/^0 bytes on disk/)).toBeVisible();
  line.fail(portal);
  await page.goto(at("branches"));
  await expect(
    page.getByRole("alert").filter({ hasText: "responded with a web page instead" }),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Branches" })).toBeHidden();
});
