import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { undoDiscard, writeDraft } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { chooseFiles } from "../../testing/page/files.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "atlas/tides";
const handbook = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

const expectPending = async (changes: string) =>
  expect(await screen.findByText(new RegExp(`^${changes}\\b`))).toBeVisible();

const click = async (role: "button" | "link" | "radio", name: string | RegExp) =>
  app.user.click(await screen.findByRole(role, { name }));

async function newBranch(): Promise<string> {
  const branch = `spec/${unique()}`;
  await app.callProject(project, "POST", "/repository/branches", { branch, ref: "main" });
  return branch;
}

const addressOf = (view: "files" | "changes", branch: string) =>
  `${projectPath(project, view)}?ref=${encodeURIComponent(branch)}`;

const commitElsewhere = (branch: string, action: object) =>
  app.callProject(project, "POST", "/repository/commits", {
    branch,
    commit_message: "Theirs",
    actions: [action],
  });

it("uploads, renames and deletes files in one commit", async () => {
  const branch = `files/${unique()}`;
  await app.open(projectPath(handbook, "branches"));
  await click("button", "New branch");
  await fill(app.user, await screen.findByRole("textbox", { name: "Name" }), branch);
  await expectAccessible();
  // The default branch, once it is known.
  expect(await screen.findByRole("button", { name: "From: main" })).toBeVisible();
  await click("button", "Create branch");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const files = `${projectPath(handbook, "files")}?ref=${encodeURIComponent(branch)}`;
  await app.open(files);
  const bytes = new File([new Uint8Array([0, 255, 1])], "bytes.bin", { type: "application/octet-stream" });
  const chooseItem = async (menu: string, name: string | RegExp) => {
    await click("button", menu);
    await app.user.click(await screen.findByRole("menuitem", { name }));
  };
  await chooseFiles([bytes], () => chooseItem("Add", /^Upload files/));
  await expectPending("1 pending change");
  expect(await screen.findByText("Draft saved")).toBeVisible();

  await app.open(`${files}&path=guide%2Freviews.md`);
  await chooseItem("Actions for this file", "Details");
  const details = within(await screen.findByRole("dialog", { name: "Details of reviews.md" }));
  await waitFor(() =>
    expect(
      details.getAllByRole("definition").some(({ textContent }) => /^[0-9a-f]{64}/.test(textContent ?? "")),
    ).toBe(true),
  );
  await app.user.click(details.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await chooseItem("Actions for this file", "Rename or move");
  const dialog = within(await screen.findByRole("dialog"));
  const pathField = dialog.getByRole<HTMLInputElement>("textbox");
  expect(pathField).toHaveFocus();
  const { value, selectionStart, selectionEnd } = pathField;
  expect(value.slice(selectionStart ?? 0, selectionEnd ?? 0)).toBe("reviews");
  await fill(app.user, pathField, "guide/how we review.md");
  await app.user.click(dialog.getByRole("button", { name: "Rename" }));
  await expectPending("2 pending changes");
  const notice = within(await screen.findByRole("region", { name: /^Notifications/ }));
  await app.user.click(await notice.findByRole("button", { name: "Undo" }));
  await expectPending("1 pending change");
  await app.open(`${files}&path=guide%2Freviews.md`);
  await chooseItem("Actions for this file", "Rename or move");
  const again = within(await screen.findByRole("dialog"));
  await fill(app.user, again.getByRole("textbox"), "guide/how we review.md");
  await app.user.click(again.getByRole("button", { name: "Rename" }));
  await expectPending("2 pending changes");
  expect(await screen.findByText("Draft saved")).toBeVisible();

  await app.open(`${files}&path=images%2Flantern.svg`);
  await chooseItem("Actions for this file", "Delete");
  await expectPending("3 pending changes");

  await click("link", "Review and commit");
  expect(await screen.findByRole("button", { name: "Discard changes to bytes.bin" })).toBeVisible();
  await expectAccessible();
  await fill(app.user, screen.getByRole("textbox", { name: "Subject" }), "Tidy up");
  await click("button", /^Commit 3 files/);
  expect(await screen.findByRole("heading", { level: 1, name: "Tidy up" })).toBeVisible();
});

it("resolves a conflict in a three-way view", async () => {
  const branch = await newBranch();
  const mark = unique();
  const path = "README.md";
  await app.open(addressOf("files", branch));
  await writeDraft(project, branch, path, `Mine ${mark}\n`);
  await commitElsewhere(branch, { action: "update", file_path: path, content: `Theirs ${mark}\n` });
  await app.open(addressOf("changes", branch));
  const commit = async () => {
    await fill(app.user, await screen.findByRole("textbox", { name: "Subject" }), `Both ${mark}`);
    await click("button", /^Commit 1 file/);
  };
  const findConflict = () => screen.findByRole("region", { name: `Conflict in ${path}` });
  await commit();
  await findConflict();
  await click("button", `Keep ${branch}'s version`);
  await undoDiscard(app.user, `changes to ${path}`);
  await commit();
  const conflict = await findConflict();
  expect(conflict).toBeVisible();
  await expectAccessible();
  for (const group of within(conflict).getAllByRole("radiogroup"))
    await app.user.click(within(group).getByRole("radio", { name: "Both" }));
  await app.user.click(within(conflict).getByRole("button", { name: "Use result" }));
  await waitFor(() => expect(conflict).not.toBeInTheDocument());
  await click("button", /^Commit 1 file/);
  expect(await screen.findByRole("heading", { level: 1, name: `Both ${mark}` })).toBeVisible();
  await app.open(`${addressOf("files", branch)}&path=${path}`);
  const main = screen.getByRole("main");
  await waitFor(() => expect(main).toHaveTextContent(`Mine ${mark}`));
  expect(main).toHaveTextContent(`Theirs ${mark}`);
});

it("marks pending changes in the tree, the list and the file, and works on them from the tree's menu", async () => {
  const { user } = app;
  const branch = await newBranch();
  await commitElsewhere(branch, { action: "create", file_path: "LICENSE", content: "MIT\n" });
  const files = addressOf("files", branch);
  await app.open(files);
  await writeDraft(project, branch, "README.md", "**typed** ");
  await writeDraft(project, branch, "new/deep/file.txt", "text");
  const tree = () => screen.getByRole("tree", { name: "Files" });
  const findInTree = (name: string | RegExp) => waitFor(() => within(tree()).getByRole("treeitem", { name }));
  const list = () => screen.findByRole("list", { name: "Entries" });
  const markOf = async (name: string, mark: string) => {
    const link = await within(await list()).findByRole("link", { name });
    const item = link.closest<HTMLElement>("li, [role=listitem]") ?? link;
    return within(item).findByRole("img", { name: `${mark}, not committed` });
  };
  expect(await findInTree(/README\.md Modified/)).toBeVisible();
  expect(await markOf("README.md", "Modified")).toBeVisible();
  await user.click(await within(await list()).findByRole("link", { name: "new" }));
  expect(await within(await list()).findByRole("link", { name: "deep" })).toBeVisible();
  expect(await findInTree(/^new Contains pending changes/)).toBeVisible();

  // By keyboard alone: down to LICENSE, its menu, Delete.
  await app.open(files);
  await findInTree("LICENSE");
  tree().focus();
  await user.keyboard("l");
  await user.keyboard("{Shift>}{F10}{/Shift}");
  expect(await screen.findByRole("menuitem", { name: /^Open in new tab/ })).toBeVisible();
  await user.keyboard("dd");
  (await screen.findByRole("menuitem", { name: /^Delete/ })).focus();
  await user.keyboard("{Enter}");
  expect(await findInTree(/LICENSE Deleted/)).toBeVisible();
  expect(await markOf("LICENSE", "Deleted")).toBeVisible();
  await click("button", "Undo");
  expect(await findInTree("LICENSE")).toBeVisible();

  await app.open(`${files}&path=README.md`);
  const notice = await screen.findByRole("note", { name: "Draft" });
  expect(notice).toHaveTextContent("You have a draft of this file");
  await expectAccessible();
  within(notice).getByRole("button", { name: "Discard" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(notice).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  await click("button", "Undo");
  await click("link", "Review and commit");
  await click("button", "Discard all");
  expect(await screen.findByRole("heading", { name: "No pending changes" })).toBeVisible();
  await click("button", "Undo");
  expect(await screen.findByRole("button", { name: "Discard changes to new/deep/file.txt" })).toBeVisible();
  await click("button", "Discard all");
});

it("discards a change and restores it", async () => {
  const branch = await newBranch();
  await app.open(addressOf("changes", branch));
  await writeDraft(project, branch, "README.md", `Gone ${unique()}\n`);
  const discard = "Discard changes to README.md";
  await click("button", discard);
  expect(await screen.findByRole("heading", { name: "No pending changes" })).toBeVisible();
  await click("button", "Undo");
  expect(await screen.findByRole("button", { name: discard })).toBeVisible();
  // Home leads to the pending changes of that branch.
  const navigation = within(screen.getByRole("navigation", { name: "Main" }));
  await app.user.click(navigation.getByRole("link", { name: /^Home/ }));
  expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const pending = within(await screen.findByRole("region", { name: "Pending changes" }));
  await app.user.click(await pending.findByRole("link", { name: new RegExp(branch) }));
  await click("button", discard);
});

it("converts a file of another encoding to UTF-8 where one wants it", async () => {
  const branch = await newBranch();
  const path = "latin.txt";
  const content = btoa("Caf\xe9 am Hafen\r\nMen\xfc und Stra\xdfe");
  await commitElsewhere(branch, { action: "create", file_path: path, content, encoding: "base64" });
  await app.open(`${projectPath(project, "edit")}?ref=${encodeURIComponent(branch)}&path=${path}`);
  const convert = await screen.findByRole("button", { name: "Convert to UTF-8" });
  await app.user.click(convert);
  await waitFor(() => expect(convert).not.toBeInTheDocument());
  expect(await screen.findByText("Draft saved")).toBeInTheDocument();
  await app.open(addressOf("changes", branch));
  await fill(app.user, await screen.findByRole("textbox", { name: "Subject" }), "Convert");
  await click("button", /^Commit 1 file/);
  expect(await screen.findByRole("heading", { level: 1, name: "Convert" })).toBeVisible();
  const file = `/repository/files/${path}?ref=${encodeURIComponent(branch)}`;
  const now = await app.callProject<{ content: string }>(project, "GET", file);
  expect(Buffer.from(now.content, "base64").toString()).toBe("Café am Hafen\r\nMenü und Straße");
});
