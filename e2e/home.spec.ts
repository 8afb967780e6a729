import type { Page } from "@playwright/test";
import { callProject } from "./fixtures/call-project.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("Home shows what needs the user over all accounts, by keyboard", async ({ page }) => {
  await page.goto("/a/local/snippets/new");
  await page.getByRole("textbox", { name: "Title" }).fill("Half a thought");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.goto(projectPath("fjord/lantern"));
  // The README has the same heading.
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const welcome = page.getByRole("region", { name: "Welcome" });
  await expect(welcome.getByText("Browse, edit and review the projects of your code-hosting")).toBeVisible();
  await expect(welcome.getByRole("link", { name: "Add account" })).toBeVisible();
  await expect(welcome.getByRole("button", { name: "Open a repository" })).toBeVisible();
  const reviews = page.getByRole("region", { name: "Review requests" });
  const links = reviews.getByRole("link");
  const first = links.first();
  // At the first start everything counts as seen, unless another spec has changed it.
  await expect(first).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => fetch("/-/documents/reviews").then((all) => all.text())))
    .toContain('"beginning"');
  const [, project, iid] =
    /\/p\/([^/]+)\/merge_requests\/(\d+)/.exec((await first.getAttribute("href")) ?? "") ?? [];
  await callProject(page, decodeURIComponent(project ?? ""), "PUT", `/merge_requests/${iid}`, {
    description: `Changed at ${Date.now()}`,
    assignee_ids: [],
    reviewer_ids: [await ownId(page)],
  });
  await page.reload();
  // A reviewer is asked as well as who is assigned.
  await expect(reviews.locator(`a[href$="/merge_requests/${iid}"]`).first()).toBeVisible();
  const changed = /^(New|Updated|New commits|\d+ new comments?)$/;
  const news = page.getByText(changed);
  const unseen = links.filter({ has: news }).first();
  await expect(unseen).toBeVisible();
  const href = await unseen.getAttribute("href");
  const title = (await unseen.locator("span span span").first().textContent()) ?? "";
  await expect(page.getByRole("region", { name: "Your merge requests" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Age of data" })).toContainText("Local");
  await expectAccessible(page);
  // j moves to the first entry and the next ones, k back.
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await expect(first).not.toBeFocused();
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  for (let row = 0; row < hrefs.indexOf(href); row++) await page.keyboard.press("j");
  await expect(page.locator(":focus")).toHaveAttribute("href", href ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  // What was opened is no longer new.
  const row = reviews.getByRole("link").filter({ hasText: title });
  await expect(row).toBeVisible();
  await expect(row.getByText(/^(New|Updated)$/)).toHaveCount(0);
  // One button marks all new items as seen, as long as there are any.
  await callProject(page, decodeURIComponent(project ?? ""), "PUT", `/merge_requests/${iid}`, {
    description: `Changed again at ${Date.now()}`,
  });
  await page.reload();
  await expect(reviews.getByText(changed).first()).toBeVisible();
  const markAll = reviews.getByRole("button", { name: "Mark all as seen" });
  await markAll.click();
  await expect(reviews.getByText(changed)).toHaveCount(0);
  await expect(markAll).toHaveCount(0);
  await page
    .getByRole("region", { name: "Unsent drafts" })
    .getByRole("link", { name: /New snippet/ })
    .click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("Home is empty when nothing needs the user, and names an account that could not be read", async ({
  page,
}) => {
  const lists = "**/operations/merge_requests?*";
  // Jobs of other specs may have failed.
  await page.route("**/operations/projects/*/jobs?*", (route) => route.fulfill({ json: [] }));
  await page.route(lists, (route) => route.fulfill({ json: [] }));
  // The app's own address leads to where one was last.
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page.getByText("Nothing needs you right now.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(lists);
  const problem = { code: "unavailable", message: "Can't reach the service", retry: true };
  await page.route(lists, (route) => route.fulfill({ status: 503, json: problem }));
  await page.reload();
  await expect(page.getByRole("list", { name: "Age of data" })).toContainText("Can't reach the service");
  await expect(page.getByRole("region", { name: "Accounts" })).toBeVisible();
  await page.unroute(lists);
  await page.getByRole("button", { name: "Refresh Local" }).click();
  await expect(page.getByRole("region", { name: "Review requests" })).toBeVisible();
});

/** Returns the id of the local account's user. */
const ownId = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const accounts: readonly {
      readonly id: string;
      readonly check: { readonly user: { readonly id: number } };
    }[] = await (await fetch("/-/accounts")).json();
    return accounts.find(({ id }) => id === "local")?.check.user.id ?? 0;
  });
