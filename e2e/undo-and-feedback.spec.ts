import type { Page } from "@playwright/test";
import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("what is discarded in the editor comes back, and Discard is apart from the commit", async ({ page }) => {
  const path = `keeping/${unique()}.txt`;
  await commitFiles(page, project, { [path]: "before\n" });
  await page.goto(`${projectPath(project, "edit")}?ref=main&path=${encodeURIComponent(path)}`);
  const content = page.getByRole("textbox", { name: `Content of ${path}` });
  await content.focus();
  await page.keyboard.type("typed ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  const discard = await page.getByRole("button", { name: "Discard" }).boundingBox();
  const commit = await page.getByRole("link", { name: "Review and commit" }).boundingBox();
  expect((commit?.x ?? 0) - ((discard?.x ?? 0) + (discard?.width ?? 0))).toBeGreaterThan(60);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.goto(`${projectPath(project, "edit")}?ref=main&path=${encodeURIComponent(path)}`);
  await expect(page.getByText("typed before")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a discarded comment comes back; toasts cover nothing, are reached by key and leave", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(projectPath("fjord/lantern", "merge_requests/1"));
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(box).toHaveValue("");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  // A row of its own: the view ends where the toast begins.
  const toast = await page.getByRole("region", { name: /^Notifications/ }).boundingBox();
  const main = await page.getByRole("main").boundingBox();
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual((toast?.y ?? 0) + 1);
  // The time stands still while a toast is hovered.
  await undo.hover();
  await expectAccessible(page);
  await undo.click();
  await expect(box).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(undo).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  // The time stands still while it has the focus.
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await box.focus();
  await page.clock.runFor(30_000);
  await expect(undo).toHaveCount(0);
});

test("a cherry-pick knows which branches there are and what would change", async ({ page }) => {
  const path = `keeping/${unique()}.txt`;
  await commitFiles(page, project, { [path]: "one\n" });
  await page.goto(`${projectPath(project, "commits")}?path=${encodeURIComponent(path)}`);
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const dialog = page.getByRole("dialog");
  const branch = dialog.getByRole("textbox", { name: "Branch" });
  const act = dialog.getByRole("button", { name: "Cherry-pick" });
  await expect(dialog.getByText("Already applied: nothing would change on main.")).toBeVisible();
  await expect(act).toBeDisabled();
  await expect(branch).toBeFocused();
  // What is there is selected: typing replaces it.
  await page.keyboard.type("no-such-branch");
  await expect(branch).toHaveValue("no-such-branch");
  await expect(dialog.getByText("There is no branch no-such-branch.")).toBeVisible();
  await expect(dialog.getByText(/conflict/)).toHaveCount(0);
  await expect(act).toBeDisabled();
  await expectAccessible(page);
});

const overhang = (page: Page) =>
  page.evaluate(() =>
    [document.scrollingElement, document.getElementById("root"), document.getElementById("main")].map(
      (element) =>
        element
          ? element.scrollHeight - element.clientHeight + (element.scrollWidth - element.clientWidth)
          : 0,
    ),
  );

test("a merge request's Overview ends where it ends, whatever its words are", async ({ page }) => {
  const long = "w".repeat(400);
  const description = `${long}\n\n\`${long}\`\n\n[${long}](https://example.com/${long})\n\n- ${long}\n\n# ${long}\n\n> ${long}\n\n| ${long} |\n|--|\n| x |\n\n    ${long}\n`;
  const path = `keeping/${unique()}.txt`;
  const branch = `long-${unique()}`;
  await commitFiles(page, project, { [path]: "one\n" }, branch);
  const iid = await page.evaluate(
    async ([id, source, words]) => {
      const headers = { "content-type": "application/json" };
      const at = `/-/accounts/local/operations/projects/${encodeURIComponent(id)}/merge_requests`;
      const post = async (url: string, body: unknown) =>
        (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
      const made = await post(at, {
        source_branch: source,
        target_branch: "main",
        title: `A long one ${words.slice(0, 300)}`,
        description: words,
      });
      for (let i = 0; i < 25; i++)
        await post(`${at}/${made.iid}/discussions`, { body: `Comment ${i}\n\ntext` });
      return made.iid as number;
    },
    [project, branch, description] as const,
  );
  await page.goto(projectPath(project, `merge_requests/${iid}`));
  await expect(page.getByText("Comment 24")).toBeAttached();
  // What is drawn ahead of the Changes tab is there too before anything is measured.
  await expect(page.locator("[data-kind]").first()).toBeAttached();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  // No word runs over the facts beside it.
  const side = await page.getByRole("complementary", { name: "Details" }).boundingBox();
  const widest = await page
    .getByRole("region", { name: "Overview" })
    .locator("article")
    .evaluateAll((articles) =>
      Math.max(
        ...articles.flatMap((article) =>
          [article, ...article.querySelectorAll("p, li, h1, blockquote, pre, table")].map(
            (element) => element.getBoundingClientRect().right,
          ),
        ),
      ),
    );
  expect(widest).toBeLessThanOrEqual(side?.x ?? 0);
  expect(
    await page.getByRole("region", { name: "Overview" }).evaluate((e) => e.scrollWidth - e.clientWidth),
  ).toBe(0);
  await page.getByRole("region", { name: "Overview" }).evaluate((element) => element.scrollTo(0, 1e6));
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  await page.reload();
  await expect(page.getByText("Comment 24")).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
});

test("times follow the clock, also in a row that gets a later one", async ({ page }) => {
  await page.clock.install({ time: Date.now() - 180_000 });
  await page.goto(projectPath(project, "branches"));
  const row = page
    .getByRole("list", { name: "Branches" })
    .getByRole("listitem")
    .filter({ hasText: "main" })
    .first();
  await expect(row).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await commitFiles(page, project, { [`keeping/${unique()}.txt`]: "one\n" });
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(row.getByText("just now")).toBeVisible();
  await expect(page.getByText(/^in \d+ minutes?$/)).toHaveCount(0);
});
