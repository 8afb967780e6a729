import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { repositoriesOfTests } from "./fixtures/git-repository.ts";
import { goTo } from "./fixtures/go-to.ts";
import { openFolder } from "./fixtures/open-folder.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";

const repositoryOf = repositoriesOfTests();
const commits = (page: Page) => page.getByRole("list", { name: "Commits" });

test("a commit in a terminal appears in the open view, with a notice of what moved", async ({ page }) => {
  const repository = repositoryOf("followed");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/commits`);
  await expect(commits(page).getByRole("link", { name: "Begin" })).toBeVisible();
  repository.commit("notes.txt", "one\n", "Write from the terminal");
  await expect(commits(page).getByRole("link", { name: "Write from the terminal" })).toBeVisible();
  const moved = page.getByRole("status", { name: "Moved on disk" });
  await expect(moved).toContainText("main moved: 1 new commit");
  await expectAccessible(page);
  repository.git("commit", "--quiet", "--amend", "-m", "Write it better");
  await expect(commits(page).getByRole("link", { name: "Write it better" })).toBeVisible();
  await expect(moved).toContainText("main was rewritten");
  repository.git("branch", "topic");
  await expect(moved).toContainText("topic was created");
  await moved.getByRole("button", { name: "Dismiss what moved on disk" }).click();
  await expect(moved).toHaveCount(0);
  repository.git("branch", "-D", "topic");
  await expect(moved).toContainText("topic was deleted");
  repository.git("reset", "--quiet", "--hard", "HEAD~1");
  await expect(moved).toContainText("main was moved back by 1 commit");
  await moved.getByRole("link", { name: "Show the commits that main no longer has" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Write it better" })).toBeVisible();
  repository.git("reset", "--quiet", "--hard", "HEAD@{1}");

  // The same in the graph, the tree, a file and the branches, each while it is open.
  await goTo(page, `${path}/commits?all=1`);
  await expect(commits(page).getByRole("link", { name: "Write it better" })).toBeVisible();
  repository.git("checkout", "--quiet", "-b", "side");
  repository.commit("src/side.txt", "side\n", "Work on the side");
  await expect(commits(page).getByRole("link", { name: "Work on the side" })).toBeVisible();
  await expect(commits(page).getByRole("link", { name: "side", exact: true })).toBeVisible();
  repository.git("checkout", "--quiet", "main");
  await goTo(page, `${path}/files?ref=main&path=notes.txt`);
  const tree = page.getByRole("tree");
  await expect(page.getByRole("main").getByText("one", { exact: true })).toBeVisible();
  repository.commit("notes.txt", "two\n", "Write two");
  await expect(page.getByRole("main").getByText("two", { exact: true })).toBeVisible();
  repository.commit("later.txt", "later\n", "Add a file");
  await expect(tree.getByRole("treeitem", { name: "later.txt" })).toBeVisible();
  repository.git("rm", "--quiet", "later.txt");
  repository.git("commit", "--quiet", "-m", "Remove it again");
  await expect(tree.getByRole("treeitem", { name: "later.txt" })).toHaveCount(0);
  await goTo(page, `${path}/branches`);
  const branches = page.getByRole("list", { name: "Branches" });
  await expect(branches.getByText("Remove it again")).toBeVisible();
  repository.commit("notes.txt", "three\n", "Write three");
  await expect(branches.getByText("Write three")).toBeVisible();
  repository.git("branch", "made-in-a-terminal");
  await expect(branches.getByRole("link", { name: "made-in-a-terminal", exact: true })).toBeVisible();
  repository.git("branch", "-m", "made-in-a-terminal", "renamed-there");
  await expect(branches.getByRole("link", { name: "renamed-there", exact: true })).toBeVisible();
  await expect(branches.getByRole("link", { name: "made-in-a-terminal", exact: true })).toHaveCount(0);
});

test("every list of refs begins with the default branch, and a tag looks like one", async ({ page }) => {
  const repository = repositoryOf("refs");
  // More branches than one page of a list, all of them before `main`.
  const many = Array.from({ length: 60 }, (_, index) => `main:refs/heads/a-${index + 10}`);
  repository.git("fetch", "--quiet", ".", ...many);
  repository.git("tag", "v1");
  const path = await openFolder(page, repository.folder);
  const first = page.getByRole("option").first();
  const begins = async (button: Locator) => {
    await button.click();
    await expect(first).toHaveAccessibleName(/^main\b/);
    await expect(page.getByRole("option", { name: "a-10" })).toBeVisible();
  };
  const icon = (of: Locator, kind: "tag" | "git-branch") => of.locator(`svg.lucide-${kind}`);
  const close = () => page.keyboard.press("Escape");
  for (const view of ["files", "commits"]) {
    await goTo(page, `${path}/${view}`);
    const ref = page.getByRole("button", { name: "Ref: main" });
    await expect(icon(ref, "git-branch")).toBeVisible();
    await begins(ref);
    const tag = page.getByRole("option", { name: /^v1\b/ });
    await expect(icon(tag, "tag")).toBeVisible();
    await tag.click();
    await expect(icon(page.getByRole("button", { name: "Ref: v1" }), "tag")).toBeVisible();
    await expect(icon(page.getByRole("button", { name: "Ref: v1" }), "git-branch")).toHaveCount(0);
  }
  const chip = commits(page).getByRole("link", { name: "v1", exact: true });
  await expect(icon(chip, "tag")).toBeVisible();
  await commits(page).getByRole("link", { name: "Begin" }).click();
  await expect(icon(page.getByRole("link", { name: "v1", exact: true }), "tag")).toBeVisible();

  await goTo(page, `${path}/compare?from=v1&to=a-20`);
  await expect(icon(page.getByRole("button", { name: "From: v1" }), "tag")).toBeVisible();
  for (const name of ["From: v1", "To: a-20"]) {
    await begins(page.getByRole("button", { name }));
    await close();
  }
  await goTo(page, `${path}/branches`);
  await page.getByRole("button", { name: "New branch" }).click();
  await begins(page.getByRole("button", { name: "From: main" }));
  await goTo(page, `${path}/merge_requests`);
  await begins(page.getByRole("button", { name: /^Target branch/ }));
  await close();
  await page.getByRole("button", { name: "New merge request" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  for (const name of [/^Source branch/, /^Target branch/]) {
    await begins(dialog.getByRole("button", { name }));
    await close();
  }
  await goTo(page, `${path}/files`);
  await expect(page.getByRole("button", { name: "Ref: main" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("@");
  await expect(first).toHaveAccessibleName(/^main\b/);
  await page.keyboard.type("v1");
  await expect(icon(page.getByRole("option", { name: /^v1\b/ }), "tag")).toBeVisible();
});

test("the branch of an open view is deleted in a terminal: the view shows it and links to the default branch", async ({
  page,
}) => {
  const repository = repositoryOf("shrunk");
  repository.git("branch", "topic");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/files?ref=topic`);
  await expect(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
  repository.git("branch", "-D", "topic");
  await expect(
    page.getByText("There is no branch, tag or commit named “topic”", { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Default branch" }).click();
  await expect(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
});

test("a merge request follows what a terminal commits to its branch", async ({ page }) => {
  const repository = repositoryOf("proposed");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("topic.txt", "one\n", "Start the topic");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/compare?from=main&to=topic`);
  await page.getByRole("link", { name: "Create merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await dialog.getByRole("button", { name: "Create merge request" }).click();
  await page
    .getByRole("navigation", { name: "Merge request" })
    .getByRole("link", { name: /^Commits/ })
    .click();
  const listed = page.getByRole("listbox", { name: "Commits of the merge request" });
  await expect(listed.getByText("Start the topic")).toBeVisible();
  repository.commit("topic.txt", "two\n", "Go on with the topic");
  await expect(listed.getByText("Go on with the topic")).toBeVisible();
});

/** Creates a merge request of `topic` into `main` and opens it. */
async function propose(page: Page, path: string): Promise<Locator> {
  // Loaded anew, as all pages below that come after a change of the work tree: a window reads its state on getting the focus.
  await page.goto(`${path}/compare?from=main&to=topic`);
  await page.getByRole("link", { name: "Create merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await dialog.getByRole("button", { name: "Create merge request" }).click();
  return page.getByRole("region", { name: "Merging" });
}

test("a merge into a checked-out branch moves its clean work tree along", async ({ page }) => {
  const repository = repositoryOf("merged");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("topic.txt", "one\n", "Start the topic");
  repository.git("checkout", "--quiet", "main");
  const path = await openFolder(page, repository.folder);
  repository.write("README.md", "Half written in the terminal.\n");
  const merging = await propose(page, path);
  const note = merging.getByRole("note", { name: "Checked-out branch" });
  await expect(note).toContainText("which has uncommitted changes");
  const merge = merging.getByRole("button", { name: "Merge", exact: true });
  await expect(merge).toBeDisabled();
  await expectAccessible(page);
  repository.git("checkout", "--quiet", "README.md");
  await note.getByRole("button", { name: "Refresh" }).click();
  await expect(note).toContainText("its work tree is clean");
  await expectAccessible(page);
  await merge.click();
  await expect(page.getByRole("region", { name: "State" })).toContainText("Merged");
  expect(repository.git("log", "-1", "--format=%s")).toBe("Merge branch 'topic' into 'main'");
  expect(readFileSync(join(repository.folder, "topic.txt"), "utf8")).toBe("one\n");
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("cherry-pick and revert move the clean work tree of a checked-out branch along", async ({ page }) => {
  const repository = repositoryOf("picked");
  repository.git("checkout", "--quiet", "-b", "topic");
  const sha = repository.commit("topic.txt", "one\n", "Start the topic");
  repository.git("checkout", "--quiet", "main");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/commits/${sha}`);
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const pick = page.getByRole("dialog", { name: "Cherry-pick this commit" });
  await expect(pick.getByRole("note")).toContainText("its work tree is clean");
  await expectAccessible(page);
  await pick.getByRole("button", { name: "Cherry-pick" }).click();
  await expect(pick).toHaveCount(0);
  await expect.poll(() => repository.git("log", "-1", "--format=%s")).toBe("Start the topic");
  expect(readFileSync(join(repository.folder, "topic.txt"), "utf8")).toBe("one\n");
  await page.goto(`${path}/commits/${repository.git("rev-parse", "HEAD")}`);
  repository.write("topic.txt", "two\n");
  await page.getByRole("button", { name: "Revert" }).click();
  const revert = page.getByRole("dialog", { name: "Revert this commit" });
  await expect(revert.getByRole("note")).toContainText("which has uncommitted changes");
  await expect(revert.getByRole("button", { name: "Revert" })).toBeDisabled();
  repository.git("checkout", "--quiet", "topic.txt");
  await revert.getByRole("button", { name: "Refresh" }).click();
  await revert.getByRole("button", { name: "Revert" }).click();
  await expect(revert).toHaveCount(0);
  await expect.poll(() => repository.git("log", "-1", "--format=%s")).toBe('Revert "Start the topic"');
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(repository.folder, "topic.txt"))).toBe(false);
});

/** Changes a file of a branch in the editor and opens the commit form. */
async function editReadme(page: Page, path: string, text: string): Promise<void> {
  await goTo(page, `${path}/edit?ref=main&path=README.md`);
  await expect(page.getByRole("note", { name: "Checked-out branch" })).toBeVisible();
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type(text);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("link", { name: "Review and commit" }).click();
}

const merged = "1 of your files merged with the changes there. Check the result, then commit.";

test("a commit to a checked-out branch moves its clean work tree along", async ({ page }) => {
  const repository = repositoryOf("clean");
  const path = await openFolder(page, repository.folder);
  await editReadme(page, path, "From the app. ");
  const form = page.getByRole("form", { name: "Commit" });
  await expect(form.getByRole("note")).toContainText("its work tree is clean");
  await expect(form.getByRole("radio", { name: "Branch and work tree" })).toBeChecked();
  await expectAccessible(page);
  await form.getByRole("textbox", { name: "Subject" }).fill("Write in the app");
  // The branch moves in the terminal meanwhile: what it changed elsewhere in the file is merged and shown first.
  repository.commit("README.md", "# clean\n\nWorked on in the terminal.\n", "Write in the terminal");
  await form.getByRole("button", { name: /^Commit 1 file/ }).click();
  await expect(page.getByText(merged, { exact: true })).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s")).toBe("Write in the terminal");
  await form.getByRole("button", { name: /^Commit 1 file/ }).click();
  await expect(page.getByRole("heading", { name: "Write in the app" })).toBeVisible();
  expect(repository.git("log", "--format=%s")).toBe("Write in the app\nWrite in the terminal\nBegin");
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(repository.git("show", "HEAD:README.md")).toBe(
    "From the app. # clean\n\nWorked on in the terminal.",
  );
});

test("an edit meets what a terminal does to its branch meanwhile", async ({ page }) => {
  const repository = repositoryOf("contested");
  repository.git("branch", "topic");
  const path = await openFolder(page, repository.folder);
  const edit = async (text: string, subject: string) => {
    await goTo(page, `${path}/edit?ref=topic&path=README.md`);
    await page.getByRole("textbox", { name: "Content of README.md" }).focus();
    await page.keyboard.type(text);
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.getByRole("link", { name: "Review and commit" }).click();
    await form.getByRole("textbox", { name: "Subject" }).fill(subject);
  };
  const form = page.getByRole("form", { name: "Commit" });
  const commit = form.getByRole("button", { name: "Commit 1 file to topic", exact: true });
  const inTerminal = (content: string, message: string) => {
    repository.git("checkout", "--quiet", "topic");
    repository.commit("README.md", content, message);
    repository.git("branch", `beside-${message.toLowerCase()}`);
    repository.git("checkout", "--quiet", "main");
  };
  const otherRefs = () =>
    repository
      .git("for-each-ref")
      .split("\n")
      .filter((line) => !line.endsWith("refs/heads/topic"));

  await edit("Mine. ", "Both");
  // Checked out with changes for a moment, it is the target again afterwards.
  repository.git("checkout", "--quiet", "topic");
  repository.write("README.md", "Half written in the terminal.\n");
  await expect(form.getByRole("textbox", { name: "New branch" })).toHaveValue("topic-patch-1");
  repository.git("checkout", "--quiet", "--force", "main");
  await expect(commit).toBeVisible();
  inTerminal("# contested\n\nTheirs, elsewhere.\n", "Elsewhere");
  await commit.click();
  await expect(page.getByText(merged, { exact: true })).toBeVisible();
  inTerminal("# Theirs\n\nTheirs, elsewhere.\n", "Same");
  const refs = otherRefs();
  const before = repository.git("rev-parse", "topic");
  await commit.click();
  const conflict = page.getByRole("region", { name: "Conflict in README.md" });
  await expect(conflict).toBeVisible();
  await expect(commit).toBeDisabled();
  expect(repository.git("rev-parse", "topic")).toBe(before);
  await conflict.getByRole("radio", { name: "Both" }).click();
  await conflict.getByRole("button", { name: "Use result" }).click();
  await commit.click();
  await expect(page.getByRole("heading", { name: "Both" })).toBeVisible();
  expect(repository.git("log", "--format=%s", "topic")).toBe("Both\nSame\nElsewhere\nBegin");
  for (const line of ["Mine. # contested", "# Theirs", "Theirs, elsewhere."])
    expect(repository.git("show", "topic:README.md").split("\n")).toContain(line);
  expect(otherRefs()).toEqual(refs);

  // Deleted there, the branch can be created again with the draft.
  await edit("Later. ", "Again");
  const tip = repository.git("rev-parse", "topic");
  repository.git("branch", "-D", "topic");
  await expect(form.getByRole("note", { name: "Deleted branch" })).toContainText("topic was deleted");
  await expect(form.getByRole("textbox", { name: "New branch" })).toHaveValue("topic");
  await expectAccessible(page);
  await commit.click();
  await expect(page.getByRole("heading", { name: "Again" })).toBeVisible();
  expect(repository.git("rev-parse", "topic^")).toBe(tip);
  expect(otherRefs()).toEqual(refs);
  expect(repository.git("status", "--porcelain")).toBe("");
  repository.git("fsck", "--full", "--strict");
});

test("a work tree with changes is not touched: the commit is made on a new branch", async ({ page }) => {
  const repository = repositoryOf("dirty");
  const path = await openFolder(page, repository.folder);
  repository.write("README.md", "Half written in the terminal.\n");
  await page.goto(`${path}/branches`);
  await expect(page.getByText("Checked out, changed")).toBeVisible();
  await expectAccessible(page);
  await editReadme(page, path, "From the app. ");
  const form = page.getByRole("form", { name: "Commit" });
  await expect(form.getByRole("note")).toContainText("which has uncommitted changes");
  await expect(form.getByRole("textbox", { name: "New branch" })).toHaveValue("main-patch-1");
  await expect(form.getByRole("radio")).toHaveCount(0);
  await expectAccessible(page);
  // Stashed in the terminal, the branch itself can be chosen again; changed once more, it cannot.
  repository.git("stash", "--quiet");
  await form.getByRole("button", { name: "Refresh" }).click();
  await expect(form.getByRole("note")).toContainText("its work tree is clean");
  await expect(form.getByRole("radio", { name: "Branch and work tree" })).toBeChecked();
  await form.getByRole("radio", { name: "New branch" }).check();
  repository.git("stash", "pop", "--quiet");
  await form.getByRole("textbox", { name: "Subject" }).fill("Write beside the work tree");
  await form.getByRole("checkbox", { name: "Start a merge request" }).uncheck();
  await form.getByRole("button", { name: /to main-patch-1$/ }).click();
  await expect(page.getByRole("heading", { name: "Write beside the work tree" })).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s", "main-patch-1")).toBe("Write beside the work tree");
  expect(repository.git("log", "-1", "--format=%s", "main")).toBe("Begin");
  expect(repository.git("status", "--porcelain")).toBe("M README.md");
});

test("a branch in the middle of a merge is left alone, and an unborn one gets its first commit", async ({
  page,
}) => {
  const repository = repositoryOf("merging");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("README.md", "Of the topic.\n", "Write the topic");
  repository.git("checkout", "--quiet", "main");
  repository.commit("README.md", "Of main.\n", "Write main");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/branches`);
  await expect(page.getByText("Checked out", { exact: true })).toBeVisible();
  expect(() => repository.git("merge", "--quiet", "topic")).toThrow();
  await expect(page.getByText("Checked out, read-only")).toBeVisible();
  await editReadme(page, path, "From the app. ");
  const form = page.getByRole("form", { name: "Commit" });
  await expect(form.getByRole("note")).toContainText("which is in the middle of a merge");
  await expect(form.getByRole("textbox", { name: "New branch" })).toHaveValue("main-patch-1");
  repository.git("merge", "--abort");
  await expect(form.getByRole("note")).toContainText("its work tree is clean");

  const fresh = join(repository.folder, "..", "fresh");
  repository.git("init", "--quiet", "--initial-branch=trunk", fresh);
  const empty = await openFolder(page, fresh);
  await goTo(page, `${empty}/files`);
  await page.getByRole("button", { name: "Create the first file" }).click();
  const dialog = page.getByRole("dialog", { name: "First file" });
  await dialog.getByRole("textbox").fill("a.txt");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("textbox", { name: "Content of a.txt" }).focus();
  await page.keyboard.type("From the app.");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("link", { name: "Review and commit" }).click();
  await expect(form.getByRole("note")).toContainText("trunk is checked out in");
  await form.getByRole("textbox", { name: "Subject" }).fill("Begin in the app");
  await form.getByRole("button", { name: "Commit 1 file to trunk" }).click();
  await expect(page.getByRole("heading", { name: "Begin in the app" })).toBeVisible();
  expect(repository.git("-C", fresh, "log", "--format=%s", "trunk")).toBe("Begin in the app");
  expect(repository.git("-C", fresh, "status", "--porcelain")).toBe("");
});
