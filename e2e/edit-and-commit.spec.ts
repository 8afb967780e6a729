import type { Page } from "@playwright/test";
import { reachApp } from "./fixtures/reach-app.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const project = "atlas/tides";
const id = encodeURIComponent(project);
const unique = () => Math.random().toString(36).slice(2, 8);

/** Types at the beginning of a file of a branch and waits until the draft is on disk. */
async function type(page: Page, branch: string, path: string, text: string): Promise<void> {
  await page.goto(
    `${projectPath(project, "edit")}?ref=${encodeURIComponent(branch)}&path=${encodeURIComponent(path)}`,
  );
  const editor = page.getByRole("textbox", { name: `Content of ${path}` });
  await expect(editor).toBeAttached();
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type(text);
  await expect(page.getByText("Draft saved")).toBeVisible();
}

/** Calls the service directly, as another client would. */
const call = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ([url, json]) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: json,
      });
      if (!response.ok) throw new Error(await response.text());
    },
    [`/-/accounts/local/operations/projects/${id}/repository/${path}`, JSON.stringify(body)] as const,
  );

async function newBranch(page: Page): Promise<string> {
  const branch = `spec/${unique()}`;
  await reachApp(page);
  await call(page, "branches", { branch, ref: "main" });
  return branch;
}

async function commit(page: Page, branch: string, message: string): Promise<void> {
  await page.goto(`${projectPath(project, "changes")}?ref=${encodeURIComponent(branch)}`);
  await page.getByRole("textbox", { name: "Subject" }).fill(message);
  await page.getByRole("button", { name: /^Commit \d+ file/ }).click();
}

test("two files are edited and committed together", async ({ page }) => {
  const branch = await newBranch(page);
  const mark = unique();
  await type(page, branch, "README.md", `One ${mark}\n`);
  await type(page, branch, "tides/model.py", `# Two ${mark}\n`);
  await page.goto(`${projectPath(project, "files")}?ref=${encodeURIComponent(branch)}`);
  await expect(page.getByText("2 pending changes")).toBeVisible();
  await page.getByRole("link", { name: "Review and commit" }).click();
  await expect(page.getByText(`One ${mark}`).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Subject" }).fill(`Say it twice ${mark}`);
  await page.getByRole("button", { name: "Commit 2 files" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Say it twice ${mark}` })).toBeVisible();
});

test("an editor that is used before the tree has loaded keeps its focus and caret", async ({ page }) => {
  const branch = await newBranch(page);
  const released = Promise.withResolvers<void>();
  await page.route(/\/repository\/commits\/spec%2F\w+$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${projectPath(project, "edit")}?ref=${encodeURIComponent(branch)}&path=README.md`);
  const editor = page.getByRole("textbox", { name: "Content of README.md" });
  await expect(editor).toBeFocused();
  await page.keyboard.type("Typed before, ");
  released.resolve();
  await expect(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
  await expect(editor).toBeFocused();
  await page.keyboard.type("and after ");
  await expect(page.locator(".view-lines")).toContainText("Typed before, and after");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a new executable file is committed to a new branch", async ({ page }) => {
  const branch = await newBranch(page);
  const name = `bin/${unique()}.sh`;
  await type(page, branch, name, "#!/bin/sh\n");
  await page.getByRole("checkbox", { name: "Executable" }).check();
  await page.goto(`${projectPath(project, "changes")}?ref=${encodeURIComponent(branch)}`);
  await page.getByRole("radio", { name: "New branch" }).click();
  // The name is checked while it is typed.
  const target = `${branch}-new`;
  const field = page.getByRole("textbox", { name: "New branch" });
  await field.fill("two words");
  await expect(page.getByText("Names cannot contain spaces.")).toBeVisible();
  await field.fill(branch);
  await expect(page.getByText(`A branch named ${branch} already exists.`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Commit 1 file/ })).toBeDisabled();
  await field.fill(target);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Subject" }).fill("Add a tool");
  await page.getByRole("checkbox", { name: "Start a merge request" }).uncheck();
  await page.getByRole("button", { name: "Commit 1 file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add a tool" })).toBeVisible();
  await page.goto(
    `${projectPath(project, "files")}?ref=${encodeURIComponent(target)}&path=${encodeURIComponent(name)}`,
  );
  await expect(page.getByText("#!/bin/sh").first()).toBeVisible();
});

test("what others changed elsewhere in a file is merged", async ({ page }) => {
  const branch = await newBranch(page);
  const mark = unique();
  await type(page, branch, "tides/model.py", `# Mine ${mark}\n`);
  const actions = [
    { action: "update", file_path: "README.md", content: `# Theirs ${mark}\n` },
    { action: "create", file_path: `later-${mark}.txt`, content: "They wrote this.\n" },
  ];
  await call(page, "commits", { branch, commit_message: "Theirs", actions });
  // A file that was added after the first pending change is edited as it is now.
  await type(page, branch, `later-${mark}.txt`, "Mine. ");
  await expect(page.getByText("Mine. They wrote this.")).toBeVisible();
  await commit(page, branch, `Mine ${mark}`);
  await expect(page.getByRole("heading", { level: 1, name: `Mine ${mark}` })).toBeVisible();
});

test("a conflict opens a three-way view", async ({ page }) => {
  const branch = await newBranch(page);
  const mark = unique();
  await type(page, branch, "README.md", `Mine ${mark}\n`);
  const action = { action: "update", file_path: "README.md", content: `Theirs ${mark}\n` };
  await call(page, "commits", { branch, commit_message: "Theirs", actions: [action] });
  await commit(page, branch, `Both ${mark}`);
  const conflict = page.getByRole("region", { name: "Conflict in README.md" });
  await conflict.getByRole("button", { name: `Keep ${branch}'s version` }).click();
  await undoDiscard(page, "changes to README.md");
  await page.getByRole("textbox", { name: "Subject" }).fill(`Both ${mark}`);
  await page.getByRole("button", { name: /^Commit 1 file/ }).click();
  await expect(conflict).toBeVisible();
  await expectAccessible(page);
  for (const group of await conflict.getByRole("radiogroup").all()) {
    await group.getByRole("radio", { name: "Both" }).click();
  }
  await conflict.getByRole("button", { name: "Use result" }).click();
  await expect(conflict).toBeHidden();
  await page.getByRole("button", { name: /^Commit 1 file/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Both ${mark}` })).toBeVisible();
  await page.goto(`${projectPath(project, "files")}?ref=${encodeURIComponent(branch)}&path=README.md`);
  await expect(page.getByText(`Mine ${mark}`).first()).toBeVisible();
  await expect(page.getByText(`Theirs ${mark}`).first()).toBeVisible();
});

test("pending changes are marked in the tree, the list and the file, and worked on from the tree's menu", async ({
  page,
}) => {
  const branch = await newBranch(page);
  const files = `${projectPath(project, "files")}?ref=${encodeURIComponent(branch)}`;
  const tree = page.getByRole("tree", { name: "Files" });
  const license = { action: "create", file_path: "LICENSE", content: "MIT\n" };
  await call(page, "commits", { branch, commit_message: "License", actions: [license] });
  await type(page, branch, "README.md", "**typed** ");
  // Beside the editor: the tree, the preview of what is typed, its changes, another file.
  await expect(tree.getByRole("treeitem", { name: /README\.md Modified/ })).toBeVisible();
  await page.getByRole("button", { name: "Preview beside the editor" }).click();
  await expect(page.getByRole("region", { name: "Preview of README.md" }).getByText("typed")).toBeVisible();
  await page.getByRole("button", { name: "Changes beside the editor" }).click();
  await expect(
    page.getByRole("region", { name: "Changes of this file" }).getByText("**typed**"),
  ).toBeVisible();
  await tree.getByRole("treeitem", { name: "LICENSE" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open to the side" }).click();
  await expect(page.getByRole("textbox", { name: "Content of LICENSE" })).toBeAttached();
  await expectAccessible(page);

  await type(page, branch, "new/deep/file.txt", "text");
  await page.goto(files);
  const entries = page.getByRole("list", { name: "Entries" });
  const inList = (name: string) => entries.getByRole("listitem").filter({ hasText: name });
  await expect(inList("README.md").getByRole("img", { name: "Modified" })).toBeVisible();
  await entries.getByRole("link", { name: "new", exact: true }).click();
  await expect(entries.getByRole("link", { name: "deep", exact: true })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /^new Contains pending changes/ })).toBeVisible();

  // By keyboard alone: down to LICENSE, its menu, Delete.
  await page.goto(files);
  await expect(tree.getByRole("treeitem", { name: "LICENSE" })).toBeVisible();
  await tree.focus();
  await page.keyboard.press("l");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open in new tab" })).toBeVisible();
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(tree.getByRole("treeitem", { name: /LICENSE Deleted/ })).toBeVisible();
  await expect(inList("LICENSE").getByRole("img", { name: "Deleted" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tree.getByRole("treeitem", { name: "LICENSE", exact: true })).toBeVisible();

  await page.goto(`${files}&path=README.md`);
  const notice = page.getByRole("note", { name: "Draft" });
  await expect(notice).toContainText("You have a draft of this file");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Review and commit" }).click();
  await page.getByRole("button", { name: "Discard all" }).click();
  await expect(page.getByRole("heading", { name: "No pending changes" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Discard changes to new/deep/file.txt" })).toBeVisible();
});

test("a change can be discarded and restored", async ({ page }) => {
  const branch = await newBranch(page);
  await type(page, branch, "README.md", `Gone ${unique()}\n`);
  await page.goto(`${projectPath(project, "changes")}?ref=${encodeURIComponent(branch)}`);
  await page.getByRole("button", { name: "Discard changes to README.md" }).click();
  await expect(page.getByRole("heading", { name: "No pending changes" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Discard changes to README.md" })).toBeVisible();
  // Home leads to the pending changes of that branch.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const pending = page.getByRole("region", { name: "Pending changes" });
  await pending.getByRole("link", { name: new RegExp(branch) }).click();
  await expect(page.getByRole("button", { name: "Discard changes to README.md" })).toBeVisible();
});
