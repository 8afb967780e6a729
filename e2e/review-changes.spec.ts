import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject, postToProject } from "./fixtures/call-project.ts";
import { expectApart } from "./fixtures/expect-in-page.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const toolbox = "fjord/platform/toolbox";
const unique = () => Math.random().toString(36).slice(2, 8);

const post = <T>(page: Page, path: string, body: object): Promise<T> =>
  postToProject(page, lantern, path, body);

/** Opens a merge request that changes files of main. Returns the address of its changes. */
async function propose(
  page: Page,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<string> {
  const branch = `reading-${unique()}`;
  const actions = (files: Readonly<Record<string, string>>, action: string) =>
    Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }));
  if (Object.keys(before).length > 0) {
    await post(page, "/repository/commits", {
      branch: "main",
      commit_message: "Before",
      actions: actions(before, "create"),
    });
  }
  const added = Object.fromEntries(Object.entries(after).filter(([path]) => !(path in before)));
  const updated = Object.fromEntries(Object.entries(after).filter(([path]) => path in before));
  await post(page, "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: "After",
    actions: [...actions(updated, "update"), ...actions(added, "create")],
  });
  const { iid } = await post<{ iid: number }>(page, "/merge_requests", {
    source_branch: branch,
    target_branch: "main",
    title: `Read ${branch}`,
  });
  return `${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`;
}

test("files are in the order of their tree; moves, modes, images, submodules and a missing last newline are named", async ({
  page,
}) => {
  await openMergeRequest(page, "Move, mark and mend what other tools trip over", {
    project: toolbox,
    tab: "Changes",
  });
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const files = page.getByRole("navigation", { name: "Changed files" });
  const rows = files.getByRole("listbox").locator("[title]");
  await expect(rows.filter({ hasText: "pattern.png" })).toBeVisible();
  const paths = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("title")));
  // A file at the root is below no folder's heading.
  expect(paths[0]).toBe("no-newline.txt");
  await expect
    .poll(async () => {
      const articles = changes.getByRole("article");
      const labels = await articles.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
      return labels.length > 1 && labels.every((label, i) => label === paths[i]);
    })
    .toBe(true);
  for (const path of paths.slice(1, 4)) {
    await page.keyboard.press("j");
    await expect(files.locator("[aria-selected=true] [title]")).toHaveAttribute("title", path ?? "");
  }
  const go = (name: RegExp) => files.getByText(name).first().click();
  await go(/start-here\.md/);
  await expect(changes.getByText("README.md →")).toBeVisible();
  await expect(changes.getByText("Renamed without changes.")).toBeVisible();
  await go(/rotate/);
  await expect(changes.getByText("100755 → 100644")).toBeVisible();
  await go(/handbook/);
  await expect(changes.getByText(/Subproject commit 1{40}/)).toBeVisible();
  await go(/no-newline\.txt/);
  await expect(changes.getByText("the last line has no end")).toBeVisible();
  await expect(changes.getByText(/no newline at end/i).first()).toBeVisible();
  await go(/pattern\.png/);
  await expect(changes.getByRole("img", { name: /Before|After|New image/ }).first()).toBeVisible();
});

test("the tree of changed files follows the scrolling, and counts numbers as numbers", async ({ page }) => {
  const folder = `following-${unique()}`;
  const text = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  const names = Array.from({ length: 45 }, (_, index) => `part-${index + 1}.txt`);
  const address = await propose(
    page,
    {},
    Object.fromEntries(names.toSorted().map((name) => [`${folder}/${name}`, text])),
  );
  await page.goto(address);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const files = page.getByRole("navigation", { name: "Changed files" });
  const current = files.getByRole("option", { selected: true });
  await expect(files.getByText("45 files")).toBeVisible();
  await expect(current).toContainText("part-1.txt");
  await expect(files.getByRole("option").filter({ hasText: "part-" }).nth(9)).toContainText("part-10.txt");
  // With the wheel to the last file, which the tree had no room for, and back.
  await expect(files.getByText("part-45.txt")).not.toBeInViewport();
  await changes.hover();
  await page.mouse.wheel(0, 1_000_000);
  await expect(changes.getByRole("article", { name: `${folder}/part-45.txt` })).toBeInViewport();
  await expect(current).toContainText(/part-4\d\.txt/);
  await expect(current).toBeInViewport();
  await page.mouse.wheel(0, -1_000_000);
  await expect(current).toContainText("part-1.txt");
  await expect(current).toBeInViewport();
});

test("a diff that the service left out is compared here, and its file is opened in the editor", async ({
  page,
}) => {
  const path = `reading-${unique()}/table.txt`;
  const rows = (words: string) =>
    `${Array.from({ length: 9_000 }, (_, i) => `${words} ${i}: high water at noon`).join("\n")}\n`;
  const address = await propose(page, { [path]: rows("tide") }, { [path]: rows("spring tide") });
  await page.goto(address);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  // All removed lines are before the added ones.
  await expect(changes.getByText("tide 0: high water at noon")).toBeVisible({ timeout: 60_000 });
  await expect(changes.getByText("9000 lines added").first()).toBeAttached();
  await changes.press("End");
  await expect(changes.getByText("spring tide 8999: high water at noon")).toBeVisible();
  await changes.getByRole("link", { name: "View file" }).click();
  await expect(page.getByRole("code").first()).toBeVisible();
});

test("a very large file is compared on request", async ({ page }) => {
  test.setTimeout(300_000);
  const path = `reading-${unique()}/soundings.txt`;
  const lines = Array.from(
    { length: 300_000 },
    (_, i) => `sounding ${i}: ${"~".repeat(50)} ${i % 90} fathoms`,
  );
  const before = `${lines.join("\n")}\n`;
  for (let i = 50; i < lines.length; i += 100) lines[i] = `no bottom found at ${i}`;
  const address = await propose(page, { [path]: before }, { [path]: `${lines.join("\n")}\n` });
  await page.goto(address);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await changes.getByRole("button", { name: /^Compare 2\d(\.\d)? MB$/ }).click({ timeout: 30_000 });
  await expect(changes.getByText("no bottom found at 50")).toBeVisible({ timeout: 60_000 });
  await expect(changes.getByText("3000 lines added").first()).toBeAttached();
  await changes.press("End");
  await expect(changes.getByText("no bottom found at 299950")).toBeVisible();
  // Read with other options, it is compared again without another request.
  await page.getByRole("button", { name: "Ignore whitespace" }).click();
  await changes.press("Home");
  await expect(changes.getByText("no bottom found at 50")).toBeVisible({ timeout: 60_000 });
});

test("the changes are rendered ahead, keep their scroll position behind other tabs, and leave them the keyboard", async ({
  page,
}) => {
  const dossiers = Array.from({ length: 120 }, (_, i) => `crate ${i} of ${unique()}`).join("\n");
  const address = await propose(
    page,
    {},
    { [`kept-${unique()}/a.txt`]: dossiers, [`kept-${unique()}/b.txt`]: dossiers },
  );
  await page.goto(address.replace("?tab=changes", ""));
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Merge request" }).getByRole("link", { name });
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  // Rendered while the Overview is shown, but neither visible nor accessible.
  await expect(page.locator('[data-kind="added"]').first()).toBeAttached();
  await expect(changes).toHaveCount(0);
  await page.keyboard.press("v");

  await tab("Changes").click();
  await expect(changes.getByText("crate 3 of").first()).toBeVisible();
  // The key that was pressed before meant nothing.
  await expect(page.getByText("0 of 2 viewed")).toBeVisible();
  await changes.evaluate((scroller) => scroller.scrollTo(0, 1_500));
  await expect(changes.getByText("crate 78 of").first()).toBeVisible();
  await tab("Overview").click();
  await expect(page.getByRole("heading", { name: "Discussion" })).toBeVisible();
  await expect(changes).toHaveCount(0);
  await tab("Commits").click();
  await expect(page.getByRole("region", { name: "Overview" })).toHaveCount(0);
  await tab("Changes").click();
  await expect(changes.getByText("crate 78 of").first()).toBeVisible();
  expect(await changes.evaluate((scroller) => scroller.scrollTop)).toBe(1_500);

  // One reply, in whichever tab it is written.
  await changes.evaluate((scroller) => scroller.scrollTo(0, 0));
  await changes.getByRole("button", { name: "Comment on line 2", exact: true }).first().click();
  await page.getByRole("textbox", { name: "Comment on line 2" }).fill("Are these counted?");
  await page.getByRole("button", { name: "Comment now" }).click();
  await expect(changes.getByRole("button", { name: "Reply" })).toBeVisible();
  await tab("Overview").click();
  await page.getByRole("button", { name: "Reply" }).click();
  const reply = page.getByRole("textbox", { name: "Reply" });
  await reply.pressSequentially("Twice");
  await expect(reply).toBeFocused();
  await tab("Changes").click();
  await expect(changes.getByRole("textbox", { name: "Reply" })).toHaveValue("Twice");
  await expect(tab("Changes")).toBeFocused();
});

test("viewed files are marked, counted and stored", { tag: "@smoke" }, async ({ page }) => {
  await openMergeRequest(page, "Move, mark and mend", { project: toolbox, tab: "Changes" });
  const mark = page.getByRole("checkbox", { name: "Viewed no-newline.txt" });
  await expect(mark).toBeEnabled();
  // The word is beside the box, not only spoken.
  const label = page.locator("label", { hasText: "Viewed no-newline.txt" });
  expect((await label.boundingBox())?.width).toBeGreaterThan(30);
  await mark.check();
  await expect(page.getByText(/^1 of \d+ viewed/)).toBeVisible();
  expect(await forcedColourProblems(page)).toEqual([]);
  await page.reload();
  await expect(mark).toBeChecked();
  await page.getByRole("button", { name: "Next unviewed" }).click();
  await mark.uncheck();
  await expect(page.getByText(/^0 of \d+ viewed/)).toBeVisible();
  await expect(page.getByText("100755 → 100644")).toBeVisible();
});

test("the change is searched, closed files too", async ({ page }) => {
  await openMergeRequest(page, "Renew the catalog", { project: toolbox, tab: "Changes" });
  await expect(page.getByText("500 files")).toBeVisible();
  await page.getByRole("button", { name: "Search in the change" }).click();
  const box = page.getByRole("textbox", { name: "Search in the change" });
  await box.fill("entry_499_98 ");
  await expect(page.getByText("2 lines")).toBeVisible();
  await box.press("Enter");
  await expect(page.getByText("entries-499.ts").first()).toBeVisible();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await box.fill("renewed (2|4)\\b");
  await expect(page.getByText("1,000 lines")).toBeVisible();
  await page
    .getByRole("textbox", { name: "Filter files" })
    .or(page.getByRole("searchbox", { name: "Filter files" }))
    .fill("entries-77.");
  await page.getByRole("option", { name: /entries-77\.ts/ }).click();
  await expect(page.getByRole("article", { name: "catalog/17/entries-77.ts" })).toBeVisible();
});

const handbook = "fjord/handbook";

test("a merge request is created, reviewed and merged by keyboard alone", { tag: "@smoke" }, async ({
  page,
}) => {
  const name = Math.random().toString(36).slice(2, 8);
  const branch = `keys-${name}`;
  await callProject(page, handbook, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: `By keys ${name}`,
    actions: [{ action: "create", file_path: `keys/${name}.md`, content: "# Keys\n\nOne line.\n" }],
  });
  await page.goto(projectPath(handbook, "merge_requests"));

  await tabTo(page, page.getByRole("button", { name: "New merge request" }).first());
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  const create = dialog.getByRole("button", { name: "Create merge request" });
  const source = dialog.getByRole("button", { name: /^Source branch/ });
  await expect(source).toBeFocused();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Source branch" });
  await expect(search).toBeFocused();
  await page.keyboard.type(branch);
  await expect(page.getByRole("option", { name: branch })).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(source).toBeFocused();
  await expect(source).toHaveAccessibleName(`Source branch: ${branch}`);
  const title = dialog.getByRole("textbox", { name: "Title" });
  await tabTo(page, title);
  await expect(title).toHaveValue(`By keys ${name}`);
  const description = dialog.getByRole("textbox", { name: /^Description/ });
  await tabTo(page, description);
  await page.keyboard.type("Typed.");
  await expect(description).toHaveValue("Typed.");
  await expect(description).toBeFocused();
  await expectApart(dialog.getByRole("button", { name: "Discard" }), create);
  await tabTo(page, dialog.getByRole("button", { name: "Edit reviewers" }));
  await page.keyboard.press("Enter");
  const people = page.getByRole("combobox", { name: "People to review" });
  await expect(people).toBeFocused();
  await page.keyboard.type("Leila");
  await expect(page.getByRole("option", { name: /Leila/ })).toHaveCount(1);
  await expect(people).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(people).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Edit reviewers" })).toBeFocused();
  await expect(dialog.getByText("Leila Haddad")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Commits" })).toContainText(`By keys ${name}`);
  await tabTo(page, create);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `By keys ${name}` })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  const reviewers = page
    .getByRole("complementary", { name: "Details" })
    .getByRole("region", { name: "Reviewers" });
  await expect(reviewers.getByText("Leila Haddad")).toBeVisible();

  await tabTo(page, page.getByRole("button", { name: "Review", exact: true }));
  await page.keyboard.press("Enter");
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await expect(changes.getByText("One line.")).toBeVisible();
  // The button is gone with the Overview's head.
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("n");
  await expect(changes).toBeFocused();
  await page.keyboard.press("c");
  const box = page.getByRole("textbox", { name: /^Comment on line/ });
  await expect(box).toBeFocused();
  await page.keyboard.type("By keys alone.");
  await expect(box).toHaveValue("By keys alone.");
  await expect(box).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Pending", { exact: true })).toBeVisible();
  await expect(changes).toBeFocused();
  await page.keyboard.press("v");
  await expect(page.getByText("1 of 1 viewed")).toBeVisible();
  await expect(changes).toBeFocused();
  const review = page.getByRole("button", { name: "Review (1)" });
  await tabTo(page, review, "Shift+Tab");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Your review" });
  await expect(panel.getByText("By keys alone.")).toBeVisible();
  await expect(panel.locator(":focus").or(panel.and(page.locator(":focus")))).toHaveCount(1);
  const summary = panel.getByRole("textbox", { name: "Summary (Markdown supported)" });
  await tabTo(page, summary);
  await page.keyboard.type(`Summary ${name}`);
  await expect(summary).toHaveValue(`Summary ${name}`);
  await expect(summary).toBeFocused();
  const approve = panel.getByRole("checkbox", { name: "Approve" });
  await tabTo(page, approve);
  await page.keyboard.press("Space");
  await expect(approve).toBeChecked();
  await expect(approve).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Review", exact: true })).toBeFocused();

  const overview = page
    .getByRole("navigation", { name: "Merge request" })
    .getByRole("link", { name: /^Overview/ });
  await tabTo(page, overview, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Summary ${name}`)).toBeVisible();
  await expect(overview).toBeFocused();
  await expect(page.getByText(/^Approved by/)).toBeVisible();
  // A thread that folds or unfolds keeps the focus.
  await tabTo(page, page.getByRole("button", { name: "Resolve", exact: true }));
  await page.keyboard.press("Enter");
  const folded = page.getByRole("button", { name: /^Resolved/ });
  await expect(folded).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(folded).toHaveCount(0);
  await expect(page.locator("[tabindex='-1']:focus")).toContainText("By keys alone.");
  await tabTo(page, page.getByRole("button", { name: "Merge", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const state = page.getByRole("region", { name: "State" });
  await expect(state.getByText(/Merged by/)).toBeVisible();
  await expect(state).toBeFocused();
});

test("threads of earlier versions stay with their file when the changes are opened again", async ({
  page,
}) => {
  await openMergeRequest(page, "Plan who lies at which berth", { tab: "Changes" });
  const berths = page.getByRole("article", { name: /berths\.ts/ });
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
  // Files are in the order of their arrival first, and in that of the tree from then on.
  await page.getByRole("link", { name: "Branches", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
});

test("the result of a conflict is edited as code", async ({ page }) => {
  await openMergeRequest(page, "Make the wall as wide as it is");
  await page.getByRole("button", { name: "Resolve conflicts" }).click();
  const file = page
    .getByRole("dialog", { name: /^Merge main into / })
    .getByRole("region", { name: /^Conflict in / })
    .first();
  await file.getByRole("radio", { name: "Both" }).first().click();
  await file.getByRole("button", { name: "Edit result" }).click();
  await expect(file.getByRole("textbox", { name: /^Result for / })).toHaveCSS("font-family", /mono/i);
});
