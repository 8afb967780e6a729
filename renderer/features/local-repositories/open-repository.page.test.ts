import { renameSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { enterFolder, findOpenDialog, openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { searchPalette } from "../../testing/page/palette.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);
const findRecent = async () => within(await screen.findByRole("list", { name: "Recent local repositories" }));
const findCommit = async (title: string) =>
  within(await screen.findByRole("list", { name: "Commits" })).findByRole("link", { name: title });

it("a repository is opened by its path, from the palette too, and is listed", async () => {
  const { user } = app;
  const { folder } = repositoryOf("opened");
  await app.open("/");
  const palette = await searchPalette(app, ">Open repository");
  await user.click(await palette.findByRole("option", { name: /Open repository…/ }));
  const dialog = await screen.findByRole("dialog", { name: "Open repository" });
  await enterFolder(app, dialog, `${folder}-not-there`);
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(`${folder}-not-there`);
  await expectAccessible();
  await enterFolder(app, dialog, folder);
  expect(await screen.findByText("Live")).toBeVisible();
  expect(await screen.findByText(folder)).toBeVisible();
  await expectAccessible();
  await app.open("/");
  expect(await (await findRecent()).findByRole("link", { name: "opened" })).toBeVisible();
  await expectAccessible();
});

it("a repository that is removed from the list stays on disk and can be added again", async () => {
  const { user } = app;
  const repository = repositoryOf("removed");
  await openFolder(app, repository.folder);
  const refs = repository.git("for-each-ref");
  await app.open("/");
  const recent = await findRecent();
  const link = await recent.findByRole("link", { name: "removed" });
  await user.click(recent.getByRole("button", { name: "Remove removed from list" }));
  expect(await screen.findByText(/Nothing on disk was changed\./)).toBeVisible();
  await waitFor(() => expect(link).not.toBeInTheDocument());
  expect(repository.git("for-each-ref")).toBe(refs);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await (await findRecent()).findByRole("link", { name: "removed" })).toBeVisible();
});

it("a folder that is dropped on the desktop's window is opened", async () => {
  const { folder } = repositoryOf("dropped");
  await app.open("/");
  expect(await screen.findByRole("button", { name: "Open repository…" })).toBeVisible();
  // What the preload script of the desktop adds.
  Object.assign(window, { helveDesktop: { pathOf: () => folder } });
  onTestFinished(() => void Reflect.deleteProperty(window, "helveDesktop"));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const item = {
    kind: "file",
    webkitGetAsEntry: () => ({ isDirectory: true }),
    getAsFile: () => new File([], "harbour"),
  };
  Object.defineProperty(event, "dataTransfer", { value: { items: [item], types: ["Files"] } });
  document.body.dispatchEvent(event);
  await waitFor(() => expect(app.address).not.toBe("/"));
  expect(await screen.findByText("Live")).toBeVisible();
  // Home's list of recent ones may still be there.
  expect((await screen.findAllByText(folder)).at(-1)).toBeVisible();
});

it("a folder that is moved away is named, and all is well when it is back", async () => {
  const repository = repositoryOf("away");
  const path = await openFolder(app, repository.folder);
  renameSync(repository.folder, `${repository.folder}-elsewhere`);
  const notice = await screen.findByRole("status", { name: "Repository on disk" }, { timeout: 30_000 });
  expect(notice).toHaveTextContent("was moved or deleted");
  await app.open(`${path}/branches`);
  expect(await screen.findByRole("status", { name: "Repository on disk" })).toBeVisible();
  await expectAccessible();
  await app.open("/");
  const recent = await findRecent();
  const row = (await recent.findByText(repository.folder)).closest("li") as HTMLElement;
  expect(await within(row).findByText("Missing")).toBeVisible();
  expect(recent.getByRole("button", { name: "Retry away" })).toBeVisible();
  renameSync(`${repository.folder}-elsewhere`, repository.folder);
  await app.open(`${path}/commits`);
  expect(await findCommit("Begin")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("status", { name: "Repository on disk" })).toBeNull());
});

it("a shallow clone shows where its history ends", async () => {
  const repository = repositoryOf("deep");
  repository.commit("a.txt", "a\n", "Second");
  repository.commit("b.txt", "b\n", "Third");
  repository.git("clone", "--quiet", "--depth", "1", `file://${repository.folder}`, "../shallow");
  const path = await openFolder(app, `${repository.folder}/../shallow`);
  expect(await screen.findByText("Shallow")).toBeVisible();
  expect(await screen.findByText(/git fetch --unshallow/)).toBeVisible();
  await expectAccessible();
  await app.open(`${path}/commits`);
  expect(await findCommit("Third")).toBeVisible();
  expect(await screen.findByText(/The history ends here/)).toBeVisible();
  await expectAccessible();
});

it("objects of another folder are borrowed only after a yes", async () => {
  const repository = repositoryOf("lender");
  repository.git("clone", "--quiet", "--shared", repository.folder, "../borrower");
  const dialog = await findOpenDialog(app);
  await enterFolder(app, dialog, join(repository.folder, "..", "borrower"));
  const alert = await within(dialog).findByRole("alert");
  expect(alert).toHaveTextContent("This repository uses objects of another folder");
  expect(alert).toHaveTextContent(join(repository.folder, ".git", "objects"));
  await expectAccessible();
  await app.user.click(within(dialog).getByRole("button", { name: "Open and borrow objects" }));
  expect(await screen.findByText("Live")).toBeVisible();
  await app.open(`${app.address}/commits`);
  expect(await findCommit("Begin")).toBeVisible();
});

it("a path may begin at the home folder", async () => {
  const { folder } = repositoryOf("below-tilde");
  await openFolder(app, `~/${relative(homedir(), folder)}`);
  expect(await screen.findByText(folder)).toBeVisible();
});

it("a bundle is opened to be read", async () => {
  const repository = repositoryOf("bundled");
  repository.git("bundle", "create", "--quiet", "../all.bundle", "--all");
  const path = await openFolder(app, join(repository.folder, "..", "all.bundle"));
  expect(await screen.findByText("Read-only")).toBeVisible();
  await expectAccessible();
  await app.open(`${path}/files?ref=main&path=README.md`);
  const main = within(screen.getByRole("main"));
  expect(await main.findByText("Worked on side by side.")).toBeVisible();
});

it("a partial clone names the missing file, and fetches nothing", async () => {
  const repository = repositoryOf("whole");
  repository.commit("kept.txt", "kept\n", "Second");
  repository.git("config", "uploadpack.allowFilter", "true");
  const source = `file://${repository.folder}`;
  repository.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", source, "../part");
  const path = await openFolder(app, join(repository.folder, "..", "part"));
  expect(await screen.findByText("Partial")).toBeVisible();
  await expectAccessible();
  await app.open(`${path}/files?ref=main&path=kept.txt`);
  const alert = await within(screen.getByRole("main")).findByRole("alert");
  expect(alert).toHaveTextContent("Not in this partial clone");
  expect(alert).toHaveTextContent("Helve fetches nothing by itself");
  await expectAccessible();
});
