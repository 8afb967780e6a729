import { existsSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { enterFolder, findOpenDialog, openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { searchPalette } from "../../testing/page/press-keys.ts";

describe("open repository", () => {
  const app = appForTests();
  const repositoryOf = repositoriesOfTests(afterEach);
  const findRecent = async () =>
    within(await screen.findByRole("list", { name: "Recent local repositories" }));
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
    // It has what a repository has, and nothing that only a service has.
    const project = within(await screen.findByRole("region", { name: /opened/ }));
    await user.click(project.getByRole("button", { name: "Build" }));
    await waitFor(() => {
      const names = project.getAllByRole("link").map(({ textContent }) => textContent);
      expect(names).toEqual(expect.arrayContaining(["Files", "Commits", "Merge requests", "Pipelines"]));
      for (const name of ["Issues", "Wiki", "Snippets", "Releases", "Environments", "Runners"])
        expect(names).not.toContain(name);
    });
    expect(project.queryByRole("button", { name: "Plan" })).toBeNull();
    expect(screen.queryByText("Stars")).toBeNull();
    // Which groups are open is kept.
    await user.click(project.getByRole("button", { name: "Build" }));
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
});

describe("refs order", () => {
  const app = appForTests();
  const repositoryOf = repositoriesOfTests(afterEach);

  const hasIcon = (element: Element, kind: "tag" | "git-branch") =>
    element.querySelector(`svg.lucide-${kind}`) !== null;

  /** Opens a list of refs, which begins with the default branch, and returns it. */
  async function openRefs(button: HTMLElement) {
    await app.user.click(button);
    const list = within(await screen.findByRole("listbox"));
    expect(await list.findByRole("option", { name: "a-10" })).toBeVisible();
    expect(list.getAllByRole("option")[0]).toHaveAccessibleName(/^main\b/);
    return list;
  }

  async function closeRefs(): Promise<void> {
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  }

  it("every list of refs begins with the default branch, and a tag looks like one", async () => {
    const { user } = app;
    const repository = repositoryOf("refs");
    // More branches than one page of a list, all of them before `main`.
    const many = Array.from({ length: 60 }, (_, index) => `main:refs/heads/a-${index + 10}`);
    repository.git("fetch", "--quiet", ".", ...many);
    repository.git("tag", "v1");
    const path = await openFolder(app, repository.folder);
    for (const view of ["files", "commits"]) {
      await app.open(`${path}/${view}`);
      const ref = await screen.findByRole("button", { name: "Ref: main" });
      expect(hasIcon(ref, "git-branch")).toBe(true);
      const list = await openRefs(ref);
      const tag = await list.findByRole("option", { name: /^v1\b/ });
      expect(hasIcon(tag, "tag")).toBe(true);
      await user.click(tag);
      const chosen = await screen.findByRole("button", { name: "Ref: v1" });
      await waitFor(() => expect(hasIcon(chosen, "tag")).toBe(true));
      expect(hasIcon(chosen, "git-branch")).toBe(false);
    }
    const commits = within(await screen.findByRole("list", { name: "Commits" }));
    expect(hasIcon(await commits.findByRole("link", { name: "v1" }), "tag")).toBe(true);
    await user.click(commits.getByRole("link", { name: "Begin" }));
    await screen.findByRole("heading", { level: 1, name: "Begin" });
    expect(hasIcon(await screen.findByRole("link", { name: "v1" }), "tag")).toBe(true);

    await app.open(`${path}/compare?from=v1&to=a-20`);
    const from = await screen.findByRole("button", { name: "From: v1" });
    await waitFor(() => expect(hasIcon(from, "tag")).toBe(true));
    for (const name of ["From: v1", "To: a-20"]) {
      await openRefs(screen.getByRole("button", { name }));
      await closeRefs();
    }
    await app.open(`${path}/branches`);
    await user.click(await screen.findByRole("button", { name: "New branch" }));
    await openRefs(await screen.findByRole("button", { name: "From: main" }));
    await app.open(`${path}/merge_requests`);
    await openRefs(await screen.findByRole("button", { name: /^Target branch/ }));
    await closeRefs();
    const [create] = await screen.findAllByRole("button", { name: "New merge request" });
    await user.click(create as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
    for (const name of [/^Source branch/, /^Target branch/]) {
      await openRefs(await dialog.findByRole("button", { name }));
      await closeRefs();
    }
    await user.keyboard("{Escape}");
    await app.open(`${path}/files`);
    expect(await screen.findByRole("button", { name: "Ref: main" })).toBeVisible();
    const palette = await searchPalette(app, "@");
    await waitFor(() => expect(palette.getAllByRole("option")[0]).toHaveAccessibleName(/^main\b/));
    await searchPalette(app, "@v1");
    await waitFor(() => expect(hasIcon(palette.getByRole("option", { name: /^v1\b/ }), "tag")).toBe(true));
    await user.keyboard("{Escape}");
  });
});

describe("work tree", () => {
  const app = appForTests();
  const repositoryOf = repositoriesOfTests(afterEach);

  it("a merge into a checked-out branch moves its clean work tree along", async () => {
    const { user } = app;
    const repository = repositoryOf("merged");
    repository.git("checkout", "--quiet", "-b", "topic");
    repository.commit("topic.txt", "one\n", "Start the topic");
    repository.git("checkout", "--quiet", "main");
    repository.write("README.md", "Half written in the terminal.\n");
    const path = await openFolder(app, repository.folder);
    await app.open(`${path}/compare?from=main&to=topic`);
    await user.click(await screen.findByRole("link", { name: "Create merge request" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
    await user.click(await dialog.findByRole("button", { name: "Create merge request" }));
    const merging = within(await screen.findByRole("region", { name: "Merging" }));
    const note = await merging.findByRole("note", { name: "Checked-out branch" });
    await waitFor(() => expect(note).toHaveTextContent("which has uncommitted changes"));
    const merge = merging.getByRole("button", { name: "Merge" });
    expect(merge).toBeDisabled();
    await expectAccessible();
    repository.git("checkout", "--quiet", "README.md");
    await user.click(within(note).getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(note).toHaveTextContent("its work tree is clean"));
    await expectAccessible();
    await user.click(merge);
    await waitFor(() => expect(screen.getByRole("region", { name: "State" })).toHaveTextContent("Merged"));
    expect(repository.git("log", "-1", "--format=%s")).toBe("Merge branch 'topic' into 'main'");
    expect(readFileSync(join(repository.folder, "topic.txt"), "utf8")).toBe("one\n");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("cherry-pick and revert move the clean work tree of a checked-out branch along", async () => {
    const { user } = app;
    const repository = repositoryOf("picked");
    repository.git("checkout", "--quiet", "-b", "topic");
    const sha = repository.commit("topic.txt", "one\n", "Start the topic");
    repository.git("checkout", "--quiet", "main");
    const path = await openFolder(app, repository.folder);
    await app.open(`${path}/commits/${sha}`);
    await user.click(await screen.findByRole("button", { name: "Cherry-pick" }));
    const pick = await screen.findByRole("dialog", { name: "Cherry-pick this commit" });
    expect(await within(pick).findByRole("note")).toHaveTextContent("its work tree is clean");
    await expectAccessible();
    await user.click(within(pick).getByRole("button", { name: "Cherry-pick" }));
    await waitFor(() => expect(pick).not.toBeInTheDocument());
    await waitFor(() => expect(repository.git("log", "-1", "--format=%s")).toBe("Start the topic"));
    expect(readFileSync(join(repository.folder, "topic.txt"), "utf8")).toBe("one\n");

    await app.open(`${path}/commits/${repository.git("rev-parse", "HEAD")}`);
    repository.write("topic.txt", "two\n");
    await app.reload();
    await user.click(await screen.findByRole("button", { name: "Revert" }));
    const revert = await screen.findByRole("dialog", { name: "Revert this commit" });
    const note = await within(revert).findByRole("note");
    await waitFor(() => expect(note).toHaveTextContent("which has uncommitted changes"));
    const submitButton = () => within(revert).getByRole("button", { name: "Revert" });
    await waitFor(() => expect(submitButton()).toHaveAttribute("aria-disabled", "true"));
    repository.git("checkout", "--quiet", "topic.txt");
    await user.click(within(revert).getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(submitButton()).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(submitButton());
    await waitFor(() => expect(revert).not.toBeInTheDocument());
    await waitFor(() => expect(repository.git("log", "-1", "--format=%s")).toBe('Revert "Start the topic"'));
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(existsSync(join(repository.folder, "topic.txt"))).toBe(false);
  });
});
