import type { Page } from "@playwright/test";
import { repositoriesOfTests } from "./fixtures/git-repository.ts";
import { goHome, goTo, openFolder } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const repositoryOf = repositoriesOfTests(test.afterEach);

test("a repository is opened by its path, a commit in a terminal appears, and one of the app moves its work tree", async ({
  page,
}) => {
  const repository = repositoryOf("followed");
  const path = await openFolder(page, repository.folder);
  await goTo(page, `${path}/commits`);
  const commits = page.getByRole("list", { name: "Commits" });
  await expect(commits.getByRole("link", { name: "Begin" })).toBeVisible();
  repository.commit("notes.txt", "one\n", "Write from the terminal");
  await expect(commits.getByRole("link", { name: "Write from the terminal" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Moved on disk" })).toContainText("main moved: 1 new commit");
  await goTo(page, `${path}/files?ref=main&path=notes.txt`);
  await expect(page.getByRole("main").getByText("one", { exact: true })).toBeVisible();
  repository.commit("notes.txt", "two\n", "Write two");
  await expect(page.getByRole("main").getByText("two", { exact: true })).toBeVisible();

  await goTo(page, `${path}/edit?ref=main&path=README.md`);
  await expect(page.getByRole("note", { name: "Checked-out branch" })).toBeVisible();
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type("From the app. ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("link", { name: "Review and commit" }).click();
  const form = page.getByRole("form", { name: "Commit" });
  await form.getByRole("textbox", { name: "Subject" }).fill("Write in the app");
  await form.getByRole("button", { name: /^Commit 1 file/ }).click();
  await expect(page.getByRole("heading", { name: "Write in the app" })).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s")).toBe("Write in the app");
  expect(repository.git("status", "--porcelain")).toBe("");
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
});
