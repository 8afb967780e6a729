import { renameSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import type { Page } from "@playwright/test";
import { repositoriesOfTests } from "./fixtures/git-repository.ts";
import { goTo } from "./fixtures/go-to.ts";
import { goHome, openFolder } from "./fixtures/open-folder.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";

const repositoryOf = repositoriesOfTests();
const commits = (page: Page) => page.getByRole("list", { name: "Commits" });

test("a repository is opened by its path, from the palette too, and is listed", async ({ page }) => {
  const { folder } = repositoryOf("opened");
  await goHome(page);
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type(">Open repository");
  await page.getByRole("option", { name: /Open repository…/ }).click();
  const dialog = page.getByRole("dialog", { name: "Open repository" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(`${folder}-not-there`);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(`${folder}-not-there`);
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Folder" }).fill(folder);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await goHome(page);
  const recent = page.getByRole("list", { name: "Recent local repositories" });
  await expect(recent.getByRole("link", { name: "opened" })).toBeVisible();
  await expectAccessible(page);
});

test("a repository that is removed from the list stays on disk and can be added again", async ({ page }) => {
  const repository = repositoryOf("removed");
  await openFolder(page, repository.folder);
  const refs = repository.git("for-each-ref");
  await goHome(page);
  const recent = page.getByRole("list", { name: "Recent local repositories" });
  await recent.getByRole("button", { name: "Remove removed from list" }).click();
  await expect(page.getByText("Nothing on disk was changed.", { exact: false }).first()).toBeVisible();
  await expect(recent.getByRole("link", { name: "removed" })).toHaveCount(0);
  expect(repository.git("for-each-ref")).toBe(refs);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(recent.getByRole("link", { name: "removed" })).toBeVisible();
});

/** Drops a folder of the name "harbour" on the window. */
const dropFolder = (page: Page) =>
  page.evaluate(() => {
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    const item = {
      kind: "file",
      webkitGetAsEntry: () => ({ isDirectory: true }),
      getAsFile: () => new File([], "harbour"),
    };
    Object.defineProperty(event, "dataTransfer", { value: { items: [item], types: ["Files"] } });
    document.body.dispatchEvent(event);
  });

test("a folder that is dropped on the window opens the dialog, which names what is missing", async ({
  page,
}) => {
  await goHome(page);
  await expect(page.getByRole("button", { name: "Open repository…" })).toBeVisible();
  await dropFolder(page);
  const dialog = page.getByRole("dialog", { name: "Open repository" });
  await expect(
    dialog.getByText("A browser does not say where the folder harbour is.", { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("a folder that is dropped on the desktop's window is opened", async ({ page, shell }) => {
  test.skip(shell === "desktop", "no test can drop a real folder on Electron's window");
  const { folder } = repositoryOf("dropped");
  await goHome(page);
  await expect(page.getByRole("button", { name: "Open repository…" })).toBeVisible();
  // Replaces the function that the preload script of the desktop adds.
  await page.evaluate((path) => Object.assign(window, { helveDesktop: { pathOf: () => path } }), folder);
  await dropFolder(page);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
});

test("a folder that is moved away is named, and all is well when it is back", async ({ page }) => {
  const repository = repositoryOf("away");
  const path = await openFolder(page, repository.folder);
  renameSync(repository.folder, `${repository.folder}-elsewhere`);
  const notice = page.getByRole("status", { name: "Repository on disk" });
  await expect(notice).toContainText("was moved or deleted", { timeout: 30_000 });
  await goTo(page, `${path}/branches`);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await goHome(page);
  const recent = page.getByRole("list", { name: "Recent local repositories" });
  await expect(
    recent.getByRole("listitem").filter({ hasText: repository.folder }).getByText("Missing", { exact: true }),
  ).toBeVisible();
  await expect(recent.getByRole("button", { name: "Retry away" })).toBeVisible();
  renameSync(`${repository.folder}-elsewhere`, repository.folder);
  await goTo(page, `${path}/commits`);
  await expect(notice).toHaveCount(0);
  await expect(commits(page).getByRole("link", { name: "Begin" })).toBeVisible();
});

test("of two banners only the more important one is shown, until it is gone", async ({ page }) => {
  const repository = repositoryOf("banners");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/edit?ref=main&path=README.md`);
  const editor = page.getByRole("textbox", { name: "Content of README.md" });
  await expect(editor).toBeAttached();
  repository.commit("moved.txt", "moved\n", "Move the branch");
  const moves = page.getByRole("status", { name: "Moved on disk" });
  await expect(moves).toBeVisible();
  const disk = { isFull: true };
  await page.route("**/-/documents/**", (route) =>
    disk.isFull && route.request().method() !== "GET" ? route.abort() : route.fallback(),
  );
  await editor.focus();
  await page.keyboard.type("typed ");
  await expect(page.getByRole("status").filter({ hasText: "not saved yet" })).toBeVisible();
  await expect(moves).toHaveCount(0);
  disk.isFull = false;
  await expect(moves).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Draft saved").first()).toBeVisible();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});

test("a shallow clone shows where its history ends", async ({ page }) => {
  const repository = repositoryOf("deep");
  repository.commit("a.txt", "a\n", "Second");
  repository.commit("b.txt", "b\n", "Third");
  repository.git("clone", "--quiet", "--depth", "1", `file://${repository.folder}`, "../shallow");
  const path = await openFolder(page, `${repository.folder}/../shallow`);
  await expect(page.getByText("Shallow", { exact: true })).toBeVisible();
  await expect(page.getByText("git fetch --unshallow", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, `${path}/commits`);
  await expect(commits(page).getByRole("link", { name: "Third" })).toBeVisible();
  await expect(page.getByText("The history ends here", { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test("objects of another folder are borrowed only after a yes", async ({ page }) => {
  const repository = repositoryOf("lender");
  repository.git("clone", "--quiet", "--shared", repository.folder, "../borrower");
  await goHome(page);
  await page.getByRole("button", { name: "Open repository…" }).click();
  const dialog = page.getByRole("dialog", { name: "Open repository" });
  await dialog.getByRole("textbox", { name: "Folder" }).fill(join(repository.folder, "..", "borrower"));
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("This repository uses objects of another folder");
  await expect(dialog.getByRole("alert")).toContainText(join(repository.folder, ".git", "objects"));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Open and borrow objects" }).click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await goTo(page, `${new URL(page.url()).pathname}/commits`);
  await expect(commits(page).getByRole("link", { name: "Begin" })).toBeVisible();
});

test("a path may begin at the home folder", async ({ page }) => {
  const { folder } = repositoryOf("below-tilde");
  await openFolder(page, `~/${relative(homedir(), folder)}`);
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
});

test("a bundle is opened to be read", async ({ page }) => {
  const repository = repositoryOf("bundled");
  repository.git("bundle", "create", "--quiet", "../all.bundle", "--all");
  const path = await openFolder(page, join(repository.folder, "..", "all.bundle"));
  await expect(page.getByText("Read-only", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, `${path}/files?ref=main&path=README.md`);
  await expect(page.getByRole("main").getByText("Worked on side by side.")).toBeVisible();
});

test("a partial clone names the missing file, and fetches nothing", async ({ page }) => {
  const repository = repositoryOf("whole");
  repository.commit("kept.txt", "kept\n", "Second");
  repository.git("config", "uploadpack.allowFilter", "true");
  const source = `file://${repository.folder}`;
  repository.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", source, "../part");
  const path = await openFolder(page, join(repository.folder, "..", "part"));
  await expect(page.getByText("Partial", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, `${path}/files?ref=main&path=kept.txt`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Not in this partial clone");
  await expect(alert).toContainText("Helve fetches nothing by itself");
  await expectAccessible(page);
});
