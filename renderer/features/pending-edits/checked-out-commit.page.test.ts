import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { type GitRepository, repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { writeDraft } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);
const merged = "1 of your files merged with the changes there. Check the result, then commit.";

const findForm = () => screen.findByRole("form", { name: "Commit" });
const findNote = async () => within(await findForm()).findByRole("note");
const findHeading = (name: string) => screen.findByRole("heading", { name });

/** Writes a text before the README of a branch, as the editor does, and opens the commit form. */
async function editReadme(repository: GitRepository, path: string, branch: string, text: string) {
  const readme = repository.git("show", `${branch}:README.md`);
  const project = decodeURIComponent(path.split("/").at(-1) ?? "");
  await writeDraft(project, branch, "README.md", `${text}${readme}\n`);
  await app.open(`${path}/changes?ref=${branch}`);
  return within(await findForm());
}

/** Clicks the form's button once it can be clicked. */
async function commit(name: string | RegExp): Promise<void> {
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  await app.user.click(screen.getByRole("button", { name }));
}

async function writeSubject(text: string): Promise<void> {
  await fill(app.user, within(await findForm()).getByRole("textbox", { name: "Subject" }), text);
}

it("a commit to a checked-out branch moves its clean work tree along", async () => {
  const repository = repositoryOf("clean");
  const path = await openFolder(app, repository.folder);
  const form = await editReadme(repository, path, "main", "From the app. ");
  expect(await form.findByRole("note")).toHaveTextContent("its work tree is clean");
  expect(form.getByRole("radio", { name: "Branch and work tree" })).toBeChecked();
  await expectAccessible();
  await writeSubject("Write in the app");
  // The branch moves in the terminal meanwhile: what it changed elsewhere in the file is merged and shown first.
  repository.commit("README.md", "# clean\n\nWorked on in the terminal.\n", "Write in the terminal");
  await commit(/^Commit 1 file/);
  expect(await screen.findByText(merged)).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s")).toBe("Write in the terminal");
  await commit(/^Commit 1 file/);
  expect(await findHeading("Write in the app")).toBeVisible();
  expect(repository.git("log", "--format=%s")).toBe("Write in the app\nWrite in the terminal\nBegin");
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(repository.git("show", "HEAD:README.md")).toBe(
    "From the app. # clean\n\nWorked on in the terminal.",
  );
});

it("an edit meets what a terminal does to its branch meanwhile", async () => {
  const { user } = app;
  const repository = repositoryOf("contested");
  repository.git("branch", "topic");
  const path = await openFolder(app, repository.folder);
  const commitName = "Commit 1 file to topic";
  const findNewBranch = () => screen.findByRole("textbox", { name: "New branch" });
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

  await editReadme(repository, path, "topic", "Mine. ");
  await writeSubject("Both");
  // Checked out with changes for a moment, it is the target again afterwards.
  repository.git("checkout", "--quiet", "topic");
  repository.write("README.md", "Half written in the terminal.\n");
  expect(await findNewBranch()).toHaveValue("topic-patch-1");
  repository.git("checkout", "--quiet", "--force", "main");
  expect(await screen.findByRole("button", { name: commitName })).toBeVisible();
  inTerminal("# contested\n\nTheirs, elsewhere.\n", "Elsewhere");
  await commit(commitName);
  expect(await screen.findByText(merged)).toBeVisible();
  inTerminal("# Theirs\n\nTheirs, elsewhere.\n", "Same");
  const refs = otherRefs();
  const before = repository.git("rev-parse", "topic");
  await commit(commitName);
  const conflict = within(await screen.findByRole("region", { name: "Conflict in README.md" }));
  await waitFor(() => expect(screen.getByRole("button", { name: commitName })).toBeDisabled());
  expect(repository.git("rev-parse", "topic")).toBe(before);
  await user.click(conflict.getByRole("radio", { name: "Both" }));
  await user.click(conflict.getByRole("button", { name: "Use result" }));
  await commit(commitName);
  expect(await findHeading("Both")).toBeVisible();
  expect(repository.git("log", "--format=%s", "topic")).toBe("Both\nSame\nElsewhere\nBegin");
  for (const line of ["Mine. # contested", "# Theirs", "Theirs, elsewhere."])
    expect(repository.git("show", "topic:README.md").split("\n")).toContain(line);
  expect(otherRefs()).toEqual(refs);

  // Deleted there, the branch can be created again with the draft.
  await editReadme(repository, path, "topic", "Later. ");
  await writeSubject("Again");
  const tip = repository.git("rev-parse", "topic");
  repository.git("branch", "-D", "topic");
  const deleted = await screen.findByRole("note", { name: "Deleted branch" });
  expect(deleted).toHaveTextContent("topic was deleted");
  expect(await findNewBranch()).toHaveValue("topic");
  await expectAccessible();
  await commit(commitName);
  expect(await findHeading("Again")).toBeVisible();
  expect(repository.git("rev-parse", "topic^")).toBe(tip);
  expect(otherRefs()).toEqual(refs);
  expect(repository.git("status", "--porcelain")).toBe("");
  repository.git("fsck", "--full", "--strict");
});

it("a work tree with changes is not touched: the commit is made on a new branch", async () => {
  const { user } = app;
  const repository = repositoryOf("dirty");
  repository.write("README.md", "Half written in the terminal.\n");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/branches`);
  expect(await screen.findByText("Checked out, changed")).toBeVisible();
  await expectAccessible();
  const form = await editReadme(repository, path, "main", "From the app. ");
  expect(await findNote()).toHaveTextContent("which has uncommitted changes");
  expect(await form.findByRole("textbox", { name: "New branch" })).toHaveValue("main-patch-1");
  expect(form.queryByRole("radio")).toBeNull();
  await expectAccessible();
  // Stashed in the terminal, the branch itself can be chosen again; changed once more, it cannot.
  repository.git("stash", "--quiet");
  await user.click(form.getByRole("button", { name: "Refresh" }));
  await waitFor(async () => expect(await findNote()).toHaveTextContent("its work tree is clean"));
  expect(form.getByRole("radio", { name: "Branch and work tree" })).toBeChecked();
  await user.click(form.getByRole("radio", { name: "New branch" }));
  repository.git("stash", "pop", "--quiet");
  await writeSubject("Write beside the work tree");
  await user.click(form.getByRole("checkbox", { name: "Start a merge request" }));
  await commit(/to main-patch-1$/);
  expect(await findHeading("Write beside the work tree")).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s", "main-patch-1")).toBe("Write beside the work tree");
  expect(repository.git("log", "-1", "--format=%s", "main")).toBe("Begin");
  expect(repository.git("status", "--porcelain")).toBe("M README.md");

  // The next one gets a name of its own.
  const next = await editReadme(repository, path, "main", "Once more. ");
  const name = await next.findByRole("textbox", { name: "New branch" });
  await waitFor(() => expect(name).toHaveValue("main-patch-2"));
  await writeSubject("Write once more");
  await user.click(next.getByRole("checkbox", { name: "Start a merge request" }));
  await commit(/to main-patch-2$/);
  expect(await findHeading("Write once more")).toBeVisible();
  expect(repository.git("log", "-1", "--format=%s", "main-patch-2")).toBe("Write once more");
});

it("a branch in the middle of a merge is left alone, and an unborn one gets its first commit", async () => {
  const { user } = app;
  const repository = repositoryOf("merging");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("README.md", "Of the topic.\n", "Write the topic");
  repository.git("checkout", "--quiet", "main");
  repository.commit("README.md", "Of main.\n", "Write main");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/branches`);
  expect(await screen.findByText("Checked out")).toBeVisible();
  expect(() => repository.git("merge", "--quiet", "topic")).toThrow();
  expect(await screen.findByText("Checked out, read-only")).toBeVisible();
  const form = await editReadme(repository, path, "main", "From the app. ");
  expect(await findNote()).toHaveTextContent("which is in the middle of a merge");
  expect(await form.findByRole("textbox", { name: "New branch" })).toHaveValue("main-patch-1");
  repository.git("merge", "--abort");
  await waitFor(async () => expect(await findNote()).toHaveTextContent("its work tree is clean"));

  const fresh = join(repository.folder, "..", "fresh");
  repository.git("init", "--quiet", "--initial-branch=trunk", fresh);
  const empty = await openFolder(app, fresh);
  await app.open(`${empty}/files`);
  await user.click(await screen.findByRole("button", { name: "Create the first file" }));
  const dialog = within(await screen.findByRole("dialog", { name: "First file" }));
  await fill(user, dialog.getByRole("textbox"), "a.txt");
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(app.address).toMatch(/\/edit\?/));
  await writeDraft(decodeURIComponent(empty.split("/").at(-1) ?? ""), "trunk", "a.txt", "From the app.");
  await app.open(`${empty}/changes?ref=trunk`);
  expect(await findNote()).toHaveTextContent("trunk is checked out in");
  await writeSubject("Begin in the app");
  await commit("Commit 1 file to trunk");
  expect(await findHeading("Begin in the app")).toBeVisible();
  expect(repository.git("-C", fresh, "log", "--format=%s", "trunk")).toBe("Begin in the app");
  expect(repository.git("-C", fresh, "status", "--porcelain")).toBe("");
});
