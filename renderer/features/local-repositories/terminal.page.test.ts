import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);

/** Waits for an element in a part of the view, which may be rendered anew meanwhile. */
const findIn = (part: Parameters<typeof screen.getByRole>, role: string, name: string) =>
  waitFor(() => within(screen.getByRole(...part)).getByRole(role, { name }));
const findCommit = (name: string) => findIn(["list", { name: "Commits" }], "link", name);
const findFile = (name: string) => findIn(["tree"], "treeitem", name);
const findBranch = (name: string) => findIn(["list", { name: "Branches" }], "link", name);
const findMoves = (text: string) =>
  waitFor(() => {
    const notice = screen.getByRole("status", { name: "Moved on disk" });
    expect(notice).toHaveTextContent(text);
    return notice;
  });

it("a commit in a terminal appears in the open view, with a notice of what moved", async () => {
  const { user } = app;
  const repository = repositoryOf("followed");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/commits`);
  expect(await findCommit("Begin")).toBeVisible();
  repository.commit("notes.txt", "one\n", "Write from the terminal");
  expect(await findCommit("Write from the terminal")).toBeVisible();
  await findMoves("main moved: 1 new commit");
  await expectAccessible();
  repository.git("commit", "--quiet", "--amend", "-m", "Write it better");
  expect(await findCommit("Write it better")).toBeVisible();
  await findMoves("main was rewritten");
  repository.git("branch", "topic");
  const moved = await findMoves("topic was created");
  await user.click(within(moved).getByRole("button", { name: "Dismiss what moved on disk" }));
  await waitFor(() => expect(screen.queryByRole("status", { name: "Moved on disk" })).toBeNull());
  repository.git("branch", "-D", "topic");
  await findMoves("topic was deleted");
  repository.git("reset", "--quiet", "--hard", "HEAD~1");
  const back = await findMoves("main was moved back by 1 commit");
  await user.click(within(back).getByRole("link", { name: "Show the commits that main no longer has" }));
  await waitFor(() => expect(app.address).toMatch(/\/compare\?/));
  expect(await findIn(["main"], "link", "Write it better")).toBeVisible();
});

it("the graph, the tree, a file and the branches follow a terminal, each while it is open", async () => {
  const repository = repositoryOf("followed-on");
  repository.commit("notes.md", "one\n", "Write it better");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/commits?all=1`);
  expect(await findCommit("Write it better")).toBeVisible();
  repository.git("checkout", "--quiet", "-b", "side");
  repository.commit("src/side.txt", "side\n", "Work on the side");
  expect(await findCommit("Work on the side")).toBeVisible();
  expect(await findCommit("side")).toBeVisible();
  repository.git("checkout", "--quiet", "main");

  await app.open(`${path}/files?ref=main&path=notes.md`);
  const main = within(screen.getByRole("main"));
  expect(await main.findByText("one")).toBeVisible();
  repository.commit("notes.md", "two\n", "Write two");
  expect(await main.findByText("two")).toBeVisible();
  repository.commit("later.txt", "later\n", "Add a file");
  expect(await findFile("later.txt")).toBeVisible();
  repository.git("rm", "--quiet", "later.txt");
  repository.git("commit", "--quiet", "-m", "Remove it again");
  await waitFor(() => expect(screen.queryByRole("treeitem", { name: "later.txt" })).toBeNull());

  await app.open(`${path}/branches`);
  expect(await screen.findByText("Remove it again")).toBeVisible();
  repository.commit("notes.md", "three\n", "Write three");
  expect(await screen.findByText("Write three")).toBeVisible();
  repository.git("branch", "made-in-a-terminal");
  expect(await findBranch("made-in-a-terminal")).toBeVisible();
  repository.git("branch", "-m", "made-in-a-terminal", "renamed-there");
  expect(await findBranch("renamed-there")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("link", { name: "made-in-a-terminal" })).toBeNull());
});

it("the branch of an open view is deleted in a terminal: the view shows it and links to the default branch", async () => {
  const repository = repositoryOf("shrunk");
  repository.git("branch", "topic");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/files?ref=topic`);
  expect(await screen.findByRole("treeitem", { name: "README.md" })).toBeVisible();
  repository.git("branch", "-D", "topic");
  expect(await screen.findByText(/There is no branch, tag or commit named “topic”/)).toBeVisible();
  await expectAccessible();
  await app.user.click(screen.getByRole("link", { name: "Default branch" }));
  expect(await screen.findByRole("treeitem", { name: "README.md" })).toBeVisible();
});

it("a merge request follows what a terminal commits to its branch", async () => {
  const repository = repositoryOf("proposed");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("topic.txt", "one\n", "Start the topic");
  const path = await openFolder(app, repository.folder);
  await propose(path);
  const navigation = await screen.findByRole("navigation", { name: "Merge request" });
  await app.user.click(within(navigation).getByRole("link", { name: /^Commits/ }));
  const findListed = (title: string) =>
    waitFor(() => {
      const list = screen.getByRole("listbox", { name: "Commits of the merge request" });
      return within(list).getByText(title);
    });
  expect(await findListed("Start the topic")).toBeVisible();
  repository.commit("topic.txt", "two\n", "Go on with the topic");
  expect(await findListed("Go on with the topic")).toBeVisible();
});

/** Creates a merge request of `topic` into `main` and opens it. */
async function propose(path: string): Promise<void> {
  await app.open(`${path}/compare?from=main&to=topic`);
  await app.user.click(await screen.findByRole("link", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  await app.user.click(await dialog.findByRole("button", { name: "Create merge request" }));
}
