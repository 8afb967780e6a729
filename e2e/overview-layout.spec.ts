import type { Page } from "@playwright/test";
import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

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
  // The prerendered Changes tab is complete, too, before anything is measured.
  await expect(page.locator("[data-kind]").first()).toBeAttached();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  // No word overlaps the fields beside it.
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
  // In a small window the head of several lines scrolls away with the content.
  await page.setViewportSize({ width: 320, height: 256 });
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  await comment.scrollIntoViewIfNeeded();
  await expect(comment).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 }).first()).not.toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByText("Comment 24")).toBeAttached();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeInViewport();
  expect(await overhang(page)).toEqual([0, 0, 0]);
});
