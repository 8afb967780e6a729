import { callProject } from "./fixtures/call-project.ts";
import { expectApart } from "./fixtures/expect-apart.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

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
