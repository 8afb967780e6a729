import type { Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { reachApp, sampleCallsOf } from "./fixtures/call-project.ts";
import { waitUntilSettled } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

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

test("two files are edited and committed together", { tag: "@smoke" }, async ({ page }) => {
  const branch = await newBranch(page);
  const mark = unique();
  await type(page, branch, "README.md", `One ${mark}\n`);
  await type(page, branch, "tides/model.py", `# Two ${mark}\n`);
  await page.goto(`${projectPath(project, "files")}?ref=${encodeURIComponent(branch)}`);
  await expect(page.getByText("2 pending changes")).toBeVisible();
  await page.getByRole("link", { name: "Review and commit" }).click();
  await expect(page.getByText(`One ${mark}`).first()).toBeVisible();
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

test("the field of an edited file's path shows all of it where there is room", async ({ page }) => {
  const field = page.getByRole("textbox", { name: "Path", exact: true });
  for (const [width, path] of [
    [1280, "src/features/crew.ts"],
    [900, "src/board.tsx"],
    [1920, "docs/how-the-board-is-drawn/when-the-harbour-is-full-and-nobody-looks.md"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(hrefs.project("local", "fjord/lantern", "edit", { ref: "main", path }));
    await expect(field).toHaveValue(path);
    await waitUntilSettled(page);
    const excess = await field.evaluate((input) => input.scrollWidth - input.clientWidth);
    expect(excess, `${path} at ${width}`).toBe(0);
  }
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

test("beside the editor are the tree, a preview, the changes and another file", async ({ page }) => {
  const branch = await newBranch(page);
  const tree = page.getByRole("tree", { name: "Files" });
  const license = { action: "create", file_path: "LICENSE", content: "MIT\n" };
  await call(page, "commits", { branch, commit_message: "License", actions: [license] });
  await type(page, branch, "README.md", "**typed** ");
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
});

/** Files as bytes, one character each, and what typing Z at their beginning makes of them. */
const keptFiles = [
  { path: "mark.txt", before: "\xef\xbb\xbfone\ntwo\n", after: "\xef\xbb\xbfZone\ntwo\n" },
  { path: "mixed.txt", before: "one\r\ntwo\nthree\rfour\n", after: "Zone\r\ntwo\nthree\rfour\n" },
  { path: "mac.txt", before: "one\rtwo\rthree\r", after: "Zone\rtwo\rthree\r" },
  { path: "latin.txt", before: "caf\xe9\r\nMen\xfc", after: "Zcaf\xe9\r\nMen\xfc" },
  { path: "separators.txt", before: "a\xe2\x80\xa8b\nc\0\t \n", after: "Za\xe2\x80\xa8b\nc\0\t \n" },
];

test("bytes that were not edited stay, through an undo and a reload", async ({ page }) => {
  const branch = await newBranch(page);
  const actions = keptFiles.map(({ path, before }) => ({
    action: "create",
    file_path: path,
    content: Buffer.from(before, "latin1").toString("base64"),
    encoding: "base64",
  }));
  await call(page, "commits", { branch, commit_message: "Files", actions });
  for (const { path } of keptFiles) await type(page, branch, path, "Z");
  // Lines that are deleted and restored end as before.
  await type(page, branch, "mixed.txt", "");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await expect(page.locator(".view-line")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.locator(".view-line")).toHaveCount(5);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await commit(page, branch, "Edit the files");
  await expect(page.getByRole("heading", { level: 1, name: "Edit the files" })).toBeVisible();
  for (const { path, after } of keptFiles) {
    const bytes = await page.evaluate(
      async (url) => {
        const response = await fetch(url);
        return [...new Uint8Array(await response.arrayBuffer())];
      },
      `/-/accounts/local/operations/projects/${id}/repository/files/${path}/raw?ref=${encodeURIComponent(branch)}`,
    );
    expect(Buffer.from(bytes).toString("latin1"), path).toBe(after);
  }
});

test.describe("edit by keyboard", () => {
  const unique = () => Math.random().toString(36).slice(2, 8);

  test("a project is opened, edited, committed to a new branch and proposed by keyboard", async ({
    page,
  }) => {
    const name = `by-keys-${unique()}`;
    const { keyboard } = page;
    const focused = page.locator(":focus");
    await commitAsAnotherClient(sampleCallsOf(page), "fjord/handbook", { [`jobs/${name}.txt`]: "before\n" });
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).first().waitFor();

    await keyboard.press("ControlOrMeta+k");
    await expect(focused).toHaveRole("combobox");
    await expect(focused).toHaveAccessibleName("Search and commands");
    await keyboard.type(":handbook");
    await expect(page.getByRole("option", { name: /handbook/ }).first()).toBeVisible();
    await expect(focused).toHaveRole("combobox");
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/fjord%2Fhandbook/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(focused).toHaveRole("main");
    await keyboard.press("g");
    await keyboard.press("f");
    await expect(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
    await expect(focused).toHaveRole("main");

    await keyboard.press("t");
    await expect(focused).toHaveAccessibleName("Go to file");
    await keyboard.type(name);
    await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
    await expect(focused).toHaveAccessibleName("Go to file");
    await keyboard.press("Enter");
    await expect(focused).toHaveAccessibleName(`${name}.txt`);

    await keyboard.press("e");
    await expect(focused).toHaveAccessibleName(`Content of jobs/${name}.txt`);
    await keyboard.type("typed ");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await expect(focused).toHaveAccessibleName(`Content of jobs/${name}.txt`);
    await keyboard.press("ControlOrMeta+Enter");
    await expect(focused).toHaveAccessibleName("Subject");

    await keyboard.type(`Do the main job ${name}`);
    await expect(page.getByText("/50")).toBeVisible();
    await expect(focused).toHaveAccessibleName("Subject");
    await keyboard.press("Enter");
    await expect(focused).toHaveAccessibleName("Body");
    await keyboard.type("Because it is what most do.");
    await expect(page.getByRole("textbox", { name: "Body" })).toHaveValue("Because it is what most do.");
    await expect(focused).toHaveAccessibleName("Body");
    await keyboard.press("Tab");
    await expect(focused).toHaveAccessibleName("This branch");
    await keyboard.press("ArrowRight");
    const choice = page.getByRole("radio", { name: "New branch" });
    await expect(choice).toBeFocused();
    await keyboard.press("Space");
    await expect(choice).toBeChecked();
    await expect(choice).toBeFocused();
    const branch = page.getByRole("textbox", { name: "New branch" });
    await expect(branch).toBeVisible();
    await keyboard.press("Tab");
    await expect(branch).toBeFocused();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type(name);
    await expect(branch).toHaveValue(name);
    await expect(branch).toBeFocused();
    await keyboard.press("Tab");
    await expect(page.getByRole("checkbox", { name: "Start a merge request" })).toBeFocused();
    await keyboard.press("ControlOrMeta+Enter");

    const dialog = page.getByRole("dialog", { name: "New merge request" });
    await expect(dialog.getByRole("button", { name: `Source branch: ${name}` })).toBeVisible();
    // The source is known: the next required field has the focus.
    const title = dialog.getByRole("textbox", { name: "Title" });
    await expect(title).toBeFocused();
    await expect(title).toHaveValue(`Do the main job ${name}`);
  });
});
