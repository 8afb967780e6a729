import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);

/** Shows the window as one does who returns to it from a terminal: it reads the state of the work tree on that. */
const returnToWindow = () => document.dispatchEvent(new Event("visibilitychange"));

it("a merge into a checked-out branch moves its clean work tree along", async () => {
  const { user } = app;
  const repository = repositoryOf("merged");
  repository.git("checkout", "--quiet", "-b", "topic");
  repository.commit("topic.txt", "one\n", "Start the topic");
  repository.git("checkout", "--quiet", "main");
  const path = await openFolder(app, repository.folder);
  repository.write("README.md", "Half written in the terminal.\n");
  await app.open(`${path}/compare?from=main&to=topic`);
  await user.click(await screen.findByRole("link", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  await user.click(await dialog.findByRole("button", { name: "Create merge request" }));
  const merging = within(await screen.findByRole("region", { name: "Merging" }));
  const note = await merging.findByRole("note", { name: "Checked-out branch" });
  returnToWindow();
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
  returnToWindow();
  await user.click(await screen.findByRole("button", { name: "Revert" }));
  const revert = await screen.findByRole("dialog", { name: "Revert this commit" });
  const note = await within(revert).findByRole("note");
  await waitFor(() => expect(note).toHaveTextContent("which has uncommitted changes"));
  const submit = within(revert).getByRole("button", { name: "Revert" });
  expect(submit).toBeDisabled();
  repository.git("checkout", "--quiet", "topic.txt");
  await user.click(within(revert).getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(submit).toBeEnabled());
  await user.click(submit);
  await waitFor(() => expect(revert).not.toBeInTheDocument());
  await waitFor(() => expect(repository.git("log", "-1", "--format=%s")).toBe('Revert "Start the topic"'));
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(repository.folder, "topic.txt"))).toBe(false);
});
